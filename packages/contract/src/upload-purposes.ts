/** Operations that a file may be uploaded for, which determine its maximum size. */
import { batchMaxBytes } from './batch.ts'
import type { Operation } from './operations/operation.ts'
import { type OperationId, operationIds, operations } from './operations/registry.ts'

export type UploadPurpose = OperationId | 'batch-convert'

export const uploadPurposes: readonly UploadPurpose[] = [...operationIds, 'batch-convert']

export function isUploadPurpose(value: string): value is UploadPurpose {
  return (uploadPurposes as readonly string[]).includes(value)
}

export function purposeMaxBytes(purpose: UploadPurpose): number {
  return operationFor(purpose)?.maxBytes ?? batchMaxBytes
}

/** Undefined if the operation is not known at the upload. */
export function operationFor(purpose: UploadPurpose | null): Operation | undefined {
  return purpose === null || purpose === 'batch-convert' ? undefined : operations[purpose]
}
