/** Operations that a file may be uploaded for, which determine its maximum size. */
import { batchMaxBytes } from './batch.ts'
import { conversionIds } from './conversions.ts'
import { maxArchiveFileBytes, maxBytesFor } from './limits.ts'
import type { Operation } from './operations/operation.ts'
import { type OperationId, operationIds, operations } from './operations/registry.ts'
import { type PlanId, plans } from './plans.ts'

/** `convert-files`: the output is chosen after the upload, and with it the operation. */
export type UploadPurpose = OperationId | 'batch-convert' | 'convert-files'

export const uploadPurposes: readonly UploadPurpose[] = [...operationIds, 'batch-convert', 'convert-files']

export function isUploadPurpose(value: string): value is UploadPurpose {
  return (uploadPurposes as readonly string[]).includes(value)
}

/** Maximum size of a file on a plan. */
export function maxUploadBytes(purpose: UploadPurpose, plan: PlanId): number {
  if (purpose === 'compress-files') return plans[plan].archiveFileBytes ?? maxArchiveFileBytes
  if (purpose === 'convert-files')
    return Math.max(...conversionIds.map(id => maxBytesFor(operations[id].maxBytes, plan)))
  return maxBytesFor(operationFor(purpose)?.maxBytes ?? batchMaxBytes, plan)
}

/** Undefined if the operation is not known at the upload. */
export function operationFor(purpose: UploadPurpose | null): Operation | undefined {
  const isKnown = purpose !== null && purpose !== 'batch-convert' && purpose !== 'convert-files'
  return isKnown ? operations[purpose] : undefined
}
