/** Takes a whole file from one request, counting while it streams; a broken request leaves nothing behind. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { Owner } from '../owners/owner.ts'
import { cleanFileName } from './clean-file-name.ts'
import { type FinishUploadDeps, finishUpload, storedUntil } from './finish-upload.ts'
import { limitBytes } from './limit-bytes.ts'
import { tooLargeError, uploadLimitBytes } from './upload-limit.ts'

export async function receiveUpload(
  deps: FinishUploadDeps,
  owner: Owner,
  request: { fileName: string; operation: OperationId; source: Readable },
): Promise<{ uploadId: string }> {
  const id = randomUUID()
  const storageKey = `uploads/${id}`
  const maxBytes = uploadLimitBytes(owner, request.operation)
  const limited = limitBytes(request.source, maxBytes, () => tooLargeError(maxBytes))
  const { sizeBytes } = await deps.storage.write(storageKey, limited)
  try {
    if (sizeBytes === 0) throw new AppError('file-empty')
    await deps.uploads.insert({
      id,
      ownerId: owner.id,
      operation: request.operation,
      fileName: cleanFileName(request.fileName),
      declaredBytes: sizeBytes,
      storageKey,
      format: null,
      createdAt: new Date(),
      completedAt: null,
      expiresAt: storedUntil(owner),
    })
    await finishUpload(deps, owner, { id, storageKey, sizeBytes })
    return { uploadId: id }
  } catch (error) {
    await deps.storage.remove(storageKey)
    await deps.uploads.remove(id)
    throw error
  }
}
