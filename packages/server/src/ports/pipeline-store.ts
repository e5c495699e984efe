/** Jobs of the public API: what was asked for, how far it is, and who works on it. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'

/** What was asked for. Addresses, headers and passwords are sealed, and gone with the end of the job. */
export interface KeptRequest {
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

/** Where another worker goes on. */
export interface PipelineProgress {
  /** The files that the present step works on; null as long as not all have been fetched. */
  readonly uploadIds: readonly string[] | null
  /** The present step; as many as there are steps when all are done. */
  readonly step: number
  /** Its conversions were asked for: from then on a missing one was deleted by its owner. */
  readonly isStepBegun: boolean
  readonly results: readonly PipelineResult[]
}

export interface PipelineRecord {
  readonly id: string
  readonly accountId: string
  readonly request: KeptRequest
  readonly status: JobStatus
  readonly progress: PipelineProgress
  readonly percent: number
  readonly stage: string
  /** Grows with every change a watcher should see. */
  readonly revision: number
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
  readonly errorStep: number | null
  readonly errorFile: string | null
  /** Counts how often a worker took it; one that lost its turn can no longer change anything. */
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

/** Whose turn it is. */
export type PipelineTurn = Pick<PipelineRecord, 'id' | 'attempt'>

export interface PipelineFailure {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly step: number | null
  readonly file: string | null
}

export type PipelineEnding =
  | { readonly status: 'succeeded'; readonly progress: PipelineProgress }
  | { readonly status: 'failed'; readonly failure: PipelineFailure }

/** What is told to the webhooks of the account, written together with the end. */
export type DescribeEnd = (record: PipelineRecord) => { event: WebhookEvent; payload: string }

/** Where a page of the list ends. */
export type PipelinePlace = Pick<PipelineRecord, 'createdAt' | 'id'>

export interface PipelineStore {
  insert(pipeline: NewPipeline): Promise<void>
  /** Only the account's own; anybody else's id finds nothing. */
  find(id: string, accountId: string): Promise<PipelineRecord | undefined>
  /** Newest first. */
  list(
    accountId: string,
    filter: { readonly status?: JobStatus | undefined },
    page: { readonly after: PipelinePlace | null; readonly limit: number },
  ): Promise<PipelineRecord[]>
  countUnfinished(accountId: string): Promise<number>
  /** True if the record existed. */
  remove(id: string): Promise<boolean>

  /** For workers. The oldest that waits or whose worker fell silent, of an account that has less than that running. */
  claim(runningPerAccount: number): Promise<PipelineRecord | undefined>
  /** These answer false when the turn is over: the job was cancelled, or another worker has it. */
  keep(turn: PipelineTurn): Promise<boolean>
  putBack(turn: PipelineTurn, waitMs: number): Promise<boolean>
  /** Never moves the percentage back. */
  report(turn: PipelineTurn, percent: number, stage: string): Promise<boolean>
  saveProgress(turn: PipelineTurn, progress: PipelineProgress): Promise<boolean>
  finish(turn: PipelineTurn, ending: PipelineEnding, describe: DescribeEnd): Promise<boolean>
  /** False when it was finished already. */
  cancel(id: string, describe: DescribeEnd): Promise<boolean>

  /** Nothing but its results is left of it. */
  markTidy(id: string): Promise<void>
  /** Over, and left by whoever should have tidied up. */
  listUntidy(limit: number): Promise<PipelineRecord[]>
  /** Finished ones whose time is over; answers how many were forgotten. */
  removeExpired(now: Date): Promise<number>
}
