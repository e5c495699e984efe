/** Tries a failed or cancelled conversion again with the file that is already here. */
import { AppError } from '@filesmith/contract/errors'
import type { ConversionStore } from '../../ports/conversion-store.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { findConversion } from './find-conversion.ts'

export async function retryConversion(
  deps: { conversions: ConversionStore; uploads: UploadStore },
  owner: Owner,
  id: string,
): Promise<void> {
  const record = await findConversion(deps, owner, id)
  await findUpload(deps, owner, record.uploadId)
  if (!(await deps.conversions.enqueueAgain(id))) throw new AppError('conversion-not-retryable')
}
