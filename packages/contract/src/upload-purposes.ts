/** Operations that a file may be uploaded for, which determine its maximum size. */
import { batchMaxBytes } from './batch.ts'
import { type OperationId, operationIds, operations } from './operations/registry.ts'

export type UploadPurpose = OperationId | 'batch-convert'

export const uploadPurposes: readonly UploadPurpose[] = [...operationIds, 'batch-convert']

export function isUploadPurpose(value: string): value is UploadPurpose {
  return (uploadPurposes as readonly string[]).includes(value)
}

export function purposeMaxBytes(purpose: UploadPurpose): number {
  return purpose === 'batch-convert' ? batchMaxBytes : operations[purpose].maxBytes
}
