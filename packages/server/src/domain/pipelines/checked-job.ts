/** A validated job, and its encrypted form for storage. */
import type { Requested } from '@filesmith/contract/operations/operation'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { JobExport, JobInput } from '@filesmith/contract/schemas/v1/job'
import type { StoredJobRequest } from '../../ports/pipeline-store.ts'
import type { SecretBox } from '../../ports/secret-box.ts'

export interface CheckedStep {
  readonly operation: OperationId
  readonly options: object
  readonly password?: string | undefined
}

export interface CheckedJob {
  readonly inputs: readonly JobInput[]
  readonly steps: readonly CheckedStep[]
  /** One per result, or empty. */
  readonly exports: readonly JobExport[]
}

/** Encrypted, because URLs may contain credentials (presigned URLs). */
export function sealJob(secretBox: SecretBox, job: CheckedJob, tag: string | null): StoredJobRequest {
  return {
    operations: job.steps.map(({ operation }) => operation),
    inputCount: job.inputs.length,
    tag,
    sealed: secretBox.seal(JSON.stringify(job)),
  }
}

/** Not validated again: it was encrypted by this server after validation. */
export function openJob(secretBox: SecretBox, { sealed }: StoredJobRequest): CheckedJob {
  if (sealed === null) throw new Error('the request of a finished job is deleted')
  return JSON.parse(secretBox.open(sealed)) as CheckedJob
}

/** Number of files after these steps: a joining step turns all files into one. */
export function countFiles(inputCount: number, steps: readonly OperationId[]): number {
  return steps.reduce((fileCount, id) => (isJoining(id) ? 1 : fileCount), inputCount)
}

export function isJoining(id: OperationId): boolean {
  return operations[id].takes === 'several-files'
}

export function requestedBy({ operation, options, password }: CheckedStep): Requested {
  return parseStoredOptions(operation, { ...options, password })
}
