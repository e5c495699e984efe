/** How large a file may be for this owner and purpose. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { AppError } from '@filesmith/contract/errors'
import { defaultMaxBytes, maxBytesFor } from '@filesmith/contract/limits'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { Owner } from '../owners/owner.ts'

export function uploadLimitBytes(owner: Owner, operation: OperationId | null): number {
  return maxBytesFor(operation === null ? defaultMaxBytes : operations[operation].maxBytes, owner.plan)
}

export function tooLargeError(limitBytes: number): AppError {
  return new AppError('file-too-large', { megabytes: toMegabytes(limitBytes) })
}
