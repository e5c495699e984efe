/** Finds an upload of an owner; another owner's id gets the same error as an unknown one. */
import { AppError } from '@filesmith/contract/errors'
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
