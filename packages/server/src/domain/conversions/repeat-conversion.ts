/** Asks for the same conversion of the same file once more: a new one, with what holds for its owner now. */
import { AppError } from '@filesmith/contract/errors'
import type { Requester } from '../allowance/requester.ts'
import { findConversion } from './find-conversion.ts'
import { type RequestConversionDeps, requestConversion } from './request-conversion.ts'

export async function repeatConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  id: string,
  now = new Date(),
): Promise<{ id: string }> {
  const { operation, uploadId, options } = await findConversion(deps, requester.owner, id)
  // Old records do not know what was asked for.
  if (options === null) throw new AppError('upload-not-found')
  return requestConversion(deps, requester, { operation, uploadId, options }, now)
}
