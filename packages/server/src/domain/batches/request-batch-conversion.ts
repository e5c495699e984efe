/** Batch converter: several files of one kind into one format, within the limits of the plan. */
import { batchKinds } from '@filesmith/contract/batch'
import { checkBatch } from '@filesmith/contract/check-batch'
import { AppError } from '@filesmith/contract/errors'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { plans } from '@filesmith/contract/plans'
import type { BatchOptions } from '@filesmith/contract/schemas/batch'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Requester } from '../allowance/requester.ts'
import type { RequestConversionDeps } from '../conversions/request-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { requestBatch } from './request-batch.ts'

export interface BatchConversion extends BatchOptions {
  readonly uploadIds: readonly string[]
}

export async function requestBatchConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  { fileType, targetFormat, uploadIds }: BatchConversion,
  now = new Date(),
): Promise<{ id: string }> {
  const { owner } = requester
  checkLimits(await Promise.all(uploadIds.map(id => findUpload(deps, owner, id))), owner)
  const { operation, options } = batchKinds[fileType]
  return requestBatch(
    deps,
    requester,
    { operation, requested: parseOptions(operation, { ...options, outputFormat: targetFormat }), uploadIds },
    now,
  )
}

function checkLimits(uploads: readonly UploadRecord[], owner: Owner): void {
  const sizes = uploads.map(({ declaredBytes }) => ({ size: declaredBytes }))
  const [reason] = checkBatch(sizes, owner.plan).problems
  if (reason === undefined) return
  const isTooLarge = sizes.some(({ size }) => size > plans[owner.plan].batchFileBytes)
  throw new AppError(isTooLarge ? 'files-too-large' : 'too-many-files', { reason })
}
