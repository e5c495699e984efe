/** Takes a whole file from one request, counting while it streams; a broken request leaves nothing behind. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Owner } from '../owners/owner.ts'
import { cleanFileName } from './clean-file-name.ts'
import { type FinishUploadDeps, sniffStored, storedUntil } from './finish-upload.ts'
import { limitBytes } from './limit-bytes.ts'
import { uploadKey } from './upload-key.ts'
import { mayBeEmpty, tooLargeError, uploadLimitBytes } from './upload-limit.ts'

export async function receiveUpload(
  deps: FinishUploadDeps,
  owner: Owner,
  request: { id?: string; fileName: string; operation: UploadPurpose | null; source: Readable },
): Promise<UploadRecord> {
  const id = request.id ?? randomUUID()
  const storageKey = uploadKey(id)
  const maxBytes = uploadLimitBytes(owner, request.operation)
  const limited = limitBytes(request.source, maxBytes, () => tooLargeError(maxBytes))
  const { sizeBytes } = await deps.storage.write(storageKey, limited)
  try {
    if (sizeBytes === 0 && !mayBeEmpty(request.operation)) throw new AppError('file-empty')
    const now = new Date()
    const upload: UploadRecord = {
      id,
      ownerId: owner.id,
      operation: request.operation,
      fileName: cleanFileName(request.fileName),
      declaredBytes: sizeBytes,
      storageKey,
      format: await sniffStored(deps.storage, storageKey, sizeBytes),
      inspection: null,
      createdAt: now,
      completedAt: now,
      expiresAt: storedUntil(owner),
    }
    await deps.uploads.insert(upload)
    return upload
  } catch (error) {
    await deps.storage.remove(storageKey)
    throw error
  }
}
