/** A job whose steps have been checked, and how it is kept until it is over. */
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { JobExport, JobInput } from '@filesmith/contract/schemas/v1/job'
import type { StoredJobRequest } from '../../ports/pipeline-store.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { ReadOptions } from '../conversions/read-options.ts'

export interface CheckedStep extends ReadOptions {
  readonly operation: OperationId
}

export interface CheckedJob {
  readonly inputs: readonly JobInput[]
  readonly steps: readonly CheckedStep[]
  /** One for each result, or none at all. */
  readonly exports: readonly JobExport[]
}

/** Addresses may open what they name, so they are kept like passwords. */
export function sealJob(secretBox: SecretBox, job: CheckedJob, tag: string | null): StoredJobRequest {
  return {
    operations: job.steps.map(({ operation }) => operation),
    inputCount: job.inputs.length,
    tag,
    sealed: secretBox.seal(JSON.stringify(job)),
  }
}

/** Sealed by ourselves and checked before that. */
export function openJob(secretBox: SecretBox, { sealed }: StoredJobRequest): CheckedJob {
  if (sealed === null) throw new Error('this job is over')
  return JSON.parse(secretBox.open(sealed)) as CheckedJob
}

/** How many files there are after so many steps: a step that takes many makes one of them all. */
export function countFiles(inputCount: number, steps: readonly OperationId[]): number {
  return steps.reduce((fileCount, id) => (isJoining(id) ? 1 : fileCount), inputCount)
}

export function isJoining(id: OperationId): boolean {
  const { takesMany }: Operation = operations[id]
  return takesMany === true
}
