/** One worker's attempt at a job: dependencies, errors and progress. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { Notifications } from '../../ports/notifications.ts'
import type { OutboundClient } from '../../ports/outbound.ts'
import type {
  PipelineFailure,
  PipelineProgress,
  PipelineRecord,
  PipelineStore,
} from '../../ports/pipeline-store.ts'
import type { Storage } from '../../ports/storage.ts'
import type { RequestConversionDeps } from '../conversions/request-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import type { BeginUploadDeps } from '../uploads/begin-upload.ts'
import type { CheckedJob } from './checked-job.ts'

export interface RunPipelineDeps extends RequestConversionDeps, BeginUploadDeps {
  readonly pipelines: PipelineStore
  readonly storage: Storage
  readonly notifications: Notifications
  readonly outbound: OutboundClient
}

export interface PipelineRun {
  readonly record: PipelineRecord
  readonly owner: Owner
  readonly job: CheckedJob
  /** Aborted if the worker shuts down, the job is canceled, or another worker claims it. */
  readonly signal: AbortSignal
}

export type Outcome<Result> = { readonly result: Result } | { readonly failure: PipelineFailure }

/** Rethrows internal errors, which are retried; other errors fail the job. */
export function failureOf(
  { signal }: PipelineRun,
  error: unknown,
  place: Pick<PipelineFailure, 'step' | 'file'>,
): { readonly failure: PipelineFailure } {
  const { code, params, isFault } = toAppError(error)
  if (isFault || signal.aborted) throw error
  return { failure: { code, params, ...place } }
}

export async function saveProgress(
  { pipelines }: RunPipelineDeps,
  { record, signal }: PipelineRun,
  progress: PipelineProgress,
): Promise<void> {
  signal.throwIfAborted()
  if (!(await pipelines.saveProgress(record, progress))) throw new AppError('cancelled')
}

/** Share of progress for imports and exports, if there are any; the steps share the rest. */
const edgePercent = 10

export function percentAt({ job }: PipelineRun, place: 'import' | 'export' | number, share: number): number {
  const importPercent = job.inputs.some(input => 'url' in input) ? edgePercent : 0
  const exportPercent = job.exports.length > 0 ? edgePercent : 0
  const stepPercent = (100 - importPercent - exportPercent) / job.steps.length
  if (place === 'import') return importPercent * share
  if (place === 'export') return 100 - exportPercent * (1 - share)
  return importPercent + stepPercent * (place + share)
}
