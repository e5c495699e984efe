/** Deletes an upload: bytes first, then its record, so that no unreferenced bytes are left behind. */
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { Storage } from '../../ports/storage.ts'
import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'

export interface RemoveUploadDeps {
  readonly uploads: UploadStore
  readonly storage: Storage
}

export async function removeUpload(
  deps: RemoveUploadDeps,
  upload: Pick<UploadRecord, 'id' | 'storageKey'>,
  reason: DeletionReason,
): Promise<void> {
  await deps.storage.removeAll(upload.storageKey)
  await deps.uploads.remove(upload.id, reason)
}

const batchSize = 100

/** Abandoned uploads, and completed ones past their retention. */
export async function removeExpiredUploads(deps: RemoveUploadDeps, now: Date): Promise<number> {
  let removedCount = 0
  for (;;) {
    const expired = await deps.uploads.listExpired(now, batchSize)
    for (const upload of expired) await removeUpload(deps, upload, 'expired')
    removedCount += expired.length
    if (expired.length < batchSize) return removedCount
  }
}
