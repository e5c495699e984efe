/** How large a file may be for this owner and purpose. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { AppError } from '@filesmith/contract/errors'
import { defaultMaxBytes, maxBytesFor } from '@filesmith/contract/limits'
import { purposeMaxBytes, type UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { Owner } from '../owners/owner.ts'

export function uploadLimitBytes(owner: Owner, purpose: UploadPurpose | null): number {
  return maxBytesFor(purpose === null ? defaultMaxBytes : purposeMaxBytes(purpose), owner.plan)
}

/** An archive may hold empty files; everything else needs something to work on. */
export function mayBeEmpty(purpose: UploadPurpose | null): boolean {
  return purpose === 'compress-files'
}

export function tooLargeError(limitBytes: number): AppError {
  return new AppError('file-too-large', { megabytes: toMegabytes(limitBytes) })
}
