/** Tries a failed or cancelled conversion again with the file that is already here. */
import { AppError } from '@filesmith/contract/errors'
import type { ConversionStore } from '../../ports/conversion-store.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { AllowanceLimits } from '../allowance/allowance-limits.ts'
import { allowanceUsedError, chargeFor } from '../allowance/charge-for.ts'
import type { Requester } from '../allowance/requester.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { tooLargeError, uploadLimitBytes } from '../uploads/upload-limit.ts'
import { findConversion } from './find-conversion.ts'

export async function retryConversion(
  deps: { conversions: ConversionStore; uploads: UploadStore; allowanceLimits: AllowanceLimits },
  requester: Requester,
  id: string,
  now = new Date(),
): Promise<void> {
  const { owner } = requester
  const record = await findConversion(deps, owner, id)
  await findUpload(deps, owner, record.uploadId)
  // The plan may be a smaller one by now.
  const limitBytes = uploadLimitBytes(owner, record.operation)
  if (record.originalSize > limitBytes) throw tooLargeError(limitBytes)

  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const renewed = { ownerPlan: owner.plan, expiresAt: storedUntil(owner, now) }
  const outcome = await deps.conversions.enqueueAgain(id, renewed, charge)
  if (outcome === 'not-retryable') throw new AppError('conversion-not-retryable')
  if (outcome !== 'queued') throw allowanceUsedError(outcome, charge, now)
}
