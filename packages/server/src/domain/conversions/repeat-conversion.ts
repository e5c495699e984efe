/** Requests a past conversion again as a new one, under the owner's current plan. */
import { AppError } from '@filesmith/contract/errors'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import type { Requester } from '../allowance/requester.ts'
import { findConversion } from './find-conversion.ts'
import { type RequestConversionDeps, refuseWithoutPassword, requestConversion } from './request-conversion.ts'

export async function repeatConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  id: string,
  now = new Date(),
): Promise<{ id: string }> {
  const { operation, uploadId, options } = await findConversion(deps, requester.owner, id)
  // Records of older versions have no options.
  if (options === null) throw new AppError('upload-not-found')
  refuseWithoutPassword(options)
  const inputs = await deps.conversions.listInputs(id)
  const files =
    inputs.length === 0
      ? [{ uploadId }]
      : inputs.map(input => ({ uploadId: input.uploadId, path: input.name, modifiedAt: input.modifiedAt }))
  return requestConversion(
    deps,
    requester,
    { operation, files, requested: parseStoredOptions(operation, options) },
    now,
  )
}
