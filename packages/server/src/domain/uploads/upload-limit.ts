/** Size limits by owner and tool. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { AppError } from '@filesmith/contract/errors'
import { defaultMaxBytes, maxBytesFor } from '@filesmith/contract/limits'
import { operationFor, purposeMaxBytes, type UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { Owner } from '../owners/owner.ts'

export function uploadLimitBytes(owner: Owner, purpose: UploadPurpose | null): number {
  return maxBytesFor(purpose === null ? defaultMaxBytes : purposeMaxBytes(purpose), owner.plan)
}

/** Archives may contain empty files; other tools need content. */
export function mayBeEmpty(purpose: UploadPurpose | null): boolean {
  return operationFor(purpose)?.inputs === 'any'
}

export function tooLargeError(limitBytes: number): AppError {
  return new AppError('file-too-large', { megabytes: toMegabytes(limitBytes) })
}
