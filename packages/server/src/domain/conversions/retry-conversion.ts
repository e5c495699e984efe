/** Retries a failed or canceled conversion with the existing upload. */
import { AppError } from '@filesmith/contract/errors'
import { enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { ConversionStore } from '../../ports/conversion-store.ts'
import type { Tracer } from '../../ports/tracer.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { AllowanceLimits } from '../allowance/allowance-limits.ts'
import { allowanceUsedError, chargeFor } from '../allowance/charge-for.ts'
import type { Requester } from '../allowance/requester.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { tooLargeError, uploadLimitBytes } from '../uploads/upload-limit.ts'
import { findConversion } from './find-conversion.ts'
import { refuseWithoutPassword } from './request-conversion.ts'

export async function retryConversion(
  deps: {
    conversions: ConversionStore
    uploads: UploadStore
    allowanceLimits: AllowanceLimits
    tracer: Tracer
  },
  requester: Requester,
  id: string,
  now = new Date(),
): Promise<void> {
  const { owner } = requester
  const record = await findConversion(deps, owner, id)
  // The file was refused at the request, so no execution plan exists.
  if (record.executionPlan.steps.length === 0) throw new AppError('conversion-not-retryable')
  refuseWithoutPassword(record.options)
  const inputs = await deps.conversions.listInputs(id)
  const { uploadId, originalSize: sizeBytes } = record
  // The account may have been downgraded since.
  const limitBytes = uploadLimitBytes(owner, record.operation)
  for (const file of inputs.length === 0 ? [{ uploadId, sizeBytes }] : inputs) {
    await findUpload(deps, owner, file.uploadId)
    if (file.sizeBytes > limitBytes) throw tooLargeError(limitBytes)
  }

  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const { operation, originalSize } = record
  const renewed = {
    ownerPlan: owner.plan,
    expiresAt: storedUntil(owner, now),
    engines: enginesNeeded(record.executionPlan),
    operation,
    originalSize,
    traceParent: deps.tracer.traceParent(),
  }
  const outcome = await deps.conversions.enqueueRetry(id, renewed, charge)
  if (outcome === 'not-retryable') throw new AppError('conversion-not-retryable')
  if (outcome !== 'queued') throw allowanceUsedError(outcome, charge, now)
}
