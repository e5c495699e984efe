/** Jobs of the public API: request, progress and the worker's lease. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'

/** The request. URLs, headers and passwords are encrypted, and deleted when the job finishes. */
export interface StoredJobRequest {
  readonly operations: readonly OperationId[]
  readonly inputCount: number
  readonly tag: string | null
  readonly sealed: string | null
}

export interface PipelineResult {
  readonly conversionId: string
  readonly fileName: string
  readonly format: FormatId
  readonly sizeBytes: number
  readonly notes: readonly string[]
  readonly isExported: boolean
}

/** Checkpoint from which another worker can resume. */
export interface PipelineProgress {
  /** Input files of the current step; null until all have been imported. */
  readonly uploadIds: readonly string[] | null
  /** Index of the current step; equals the number of steps once all are done. */
  readonly step: number
  /** Its conversions were requested; one that is missing from then on was deleted by its owner. */
  readonly isStepBegun: boolean
  readonly results: readonly PipelineResult[]
}

export interface PipelineRecord {
  readonly id: string
  readonly accountId: string
  readonly request: StoredJobRequest
  readonly status: JobStatus
  readonly progress: PipelineProgress
  readonly percent: number
  readonly stage: string
  /** Incremented with every change that watchers are notified of. */
  readonly revision: number
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
  readonly errorStep: number | null
  readonly errorFile: string | null
  /**
   * Number of times a worker claimed it; acts as a fencing token: a worker that lost its lease cannot write any more.
   */
  readonly attempt: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

export type NewPipeline = Pick<
  PipelineRecord,
  'id' | 'accountId' | 'request' | 'progress' | 'createdAt' | 'expiresAt'
>

/** The claim of one worker, fenced by the attempt number. */
export type PipelineLease = Pick<PipelineRecord, 'id' | 'attempt'>

export interface PipelineFailure {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly step: number | null
  readonly file: string | null
}

export type PipelineOutcome =
  | { readonly status: 'succeeded'; readonly progress: PipelineProgress }
  | { readonly status: 'failed'; readonly failure: PipelineFailure }

/** Builds the webhook event of a finished job; stored in the same transaction as the outcome. */
export type BuildFinishedEvent = (
  record: PipelineRecord,
  finishedAt: Date,
) => { event: WebhookEvent; payload: string }

/** Pagination cursor: the last entry of the previous page. */
export type PipelineCursor = Pick<PipelineRecord, 'createdAt' | 'id'>

export interface PipelineStore {
  insert(pipeline: NewPipeline): Promise<void>
  /** Undefined if the id belongs to another account. */
  find(id: string, accountId: string): Promise<PipelineRecord | undefined>
  /** Newest first. */
  list(
    accountId: string,
    filter: { readonly status?: JobStatus | undefined },
    page: { readonly after: PipelineCursor | null; readonly limit: number },
  ): Promise<PipelineRecord[]>
  countUnfinished(accountId: string): Promise<number>
  /** True if the record existed. */
  remove(id: string): Promise<boolean>

  /** For workers: starts an attempt. Undefined if the pipeline is finished or deleted. */
  begin(id: string): Promise<PipelineRecord | undefined>
  /** Methods with an attempt return false if it is outdated: the job was canceled, or another worker claimed it. */
  requeue(lease: PipelineLease): Promise<boolean>
  /** The percentage never decreases. */
  report(lease: PipelineLease, percent: number, stage: string): Promise<boolean>
  saveProgress(lease: PipelineLease, progress: PipelineProgress): Promise<boolean>
  finish(lease: PipelineLease, outcome: PipelineOutcome, describe: BuildFinishedEvent): Promise<boolean>
  /** False if the job had already finished. */
  cancel(id: string, describe: BuildFinishedEvent): Promise<boolean>

  /** Queues pipelines without a job: those of versions before the job queue. Returns their number. */
  enqueueMissing(): Promise<number>
  /** Everything but the results has been deleted. */
  markCleanedUp(id: string): Promise<void>
  /** Finished jobs whose worker did not clean up. */
  listAwaitingCleanup(limit: number): Promise<PipelineRecord[]>
  /** Deletes finished jobs whose retention ended; returns the number deleted. */
  removeExpired(now: Date): Promise<number>
}
