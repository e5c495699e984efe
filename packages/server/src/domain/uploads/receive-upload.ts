/** Receives a whole file in one request, counting bytes while streaming; a failed request leaves nothing behind. */
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Requester } from '../allowance/requester.ts'
import { type BeginUploadDeps, beginUpload } from './begin-upload.ts'
import { completeUpload, type FinishUploadDeps } from './finish-upload.ts'
import { limitBytes } from './limit-bytes.ts'
import { mayBeEmpty, tooLargeError, uploadLimitBytes } from './upload-limit.ts'

export interface ReceiveUploadDeps extends FinishUploadDeps, BeginUploadDeps {}

export interface WholeFile {
  readonly id?: string
  readonly fileName: string
  readonly operation: UploadPurpose | null
  readonly source: Readable
  /** Maximum length of the source; if unknown, the operation's limit is reserved. */
  readonly sourceBytes: number | undefined
  readonly isWithinJob?: boolean
}

/** If the upload is refused, the source is not consumed. */
export async function receiveUpload(
  deps: ReceiveUploadDeps,
  requester: Requester,
  { source, sourceBytes, ...request }: WholeFile,
): Promise<UploadRecord> {
  const maxBytes = uploadLimitBytes(requester.owner, request.operation)
  const reservedBytes = Math.min(sourceBytes ?? maxBytes, maxBytes)
  const upload = await beginUpload(deps, requester, { ...request, reservedBytes, isResumable: false })
  try {
    const limited = limitBytes(source, reservedBytes, () => tooLargeError(maxBytes))
    const { sizeBytes } = await deps.storage.write(upload.storageKey, limited)
    if (sizeBytes === 0 && !mayBeEmpty(request.operation)) throw new AppError('file-empty')
    return await completeUpload(deps, requester.owner, { ...upload, declaredBytes: sizeBytes })
  } catch (error) {
    await deps.storage.remove(upload.storageKey)
    await deps.uploads.remove(upload.id, 'asked')
    throw error
  }
}
