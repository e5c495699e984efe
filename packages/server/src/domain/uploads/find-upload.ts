/** Looks up one's own upload and how much of it has arrived. */
import { AppError } from '@filesmith/contract/errors'
import type { Storage } from '../../ports/storage.ts'
import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'

export async function findUpload(
  deps: { uploads: UploadStore },
  owner: Owner,
  id: string,
): Promise<UploadRecord> {
  const upload = isId(id) ? await deps.uploads.find(id, owner.id) : undefined
  if (!upload) throw new AppError('upload-not-found')
  return upload
}

export async function arrivedBytes(deps: { storage: Storage }, upload: UploadRecord): Promise<number> {
  return upload.completedAt ? upload.declaredBytes : deps.storage.appendedBytes(upload.storageKey)
}
