/** Begins a resumable upload: says no to what is too large before a byte is sent. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'
import type { Owner } from '../owners/owner.ts'
import { cleanFileName } from './clean-file-name.ts'
import { uploadKey } from './upload-key.ts'
import { mayBeEmpty, tooLargeError, uploadLimitBytes } from './upload-limit.ts'

export interface StartUploadDeps {
  readonly uploads: UploadStore
  readonly abandonedUploadHours: number
}

export interface NewUpload {
  readonly fileName: string
  readonly declaredBytes: number
  readonly operation: UploadPurpose | null
}

export function checkNewUpload(owner: Owner, upload: NewUpload): void {
  const limitBytes = uploadLimitBytes(owner, upload.operation)
  if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
  if (upload.declaredBytes === 0 && !mayBeEmpty(upload.operation)) throw new AppError('file-empty')
}

export async function startUpload(
  deps: StartUploadDeps,
  owner: Owner,
  request: NewUpload,
): Promise<UploadRecord> {
  checkNewUpload(owner, request)
  const id = randomUUID()
  const now = new Date()
  const upload: UploadRecord = {
    id,
    ownerId: owner.id,
    operation: request.operation,
    fileName: cleanFileName(request.fileName),
    declaredBytes: request.declaredBytes,
    storageKey: uploadKey(id),
    format: null,
    inspection: null,
    createdAt: now,
    completedAt: null,
    expiresAt: new Date(now.getTime() + deps.abandonedUploadHours * 3_600_000),
  }
  await deps.uploads.insert(upload)
  return upload
}
