/** Records of conversions and the transitions between their states. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { ConversionStatus } from '@filesmith/contract/schemas/conversion'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { MediaChange } from '@filesmith/contract/schemas/media'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { Charge, FullAllowance } from './allowance-store.ts'

/** Options of an operation, as its schema has checked them. */
export type ConversionOptions = Readonly<Record<string, unknown>> & { readonly outputFormat: FormatId }

/** One file of a conversion that takes many. */
export interface ConversionInput {
  readonly uploadId: string
  readonly inputKey: string
  /** With its folders, as its owner gave it. */
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

export interface ConversionRecord {
  readonly id: string
  readonly ownerId: string
  readonly ownerPlan: PlanId
  readonly operation: OperationId
  /** The file itself; of several the first. */
  readonly uploadId: string
  readonly inputKey: string
  /** How many files it takes, and so what it is charged. */
  readonly fileCount: number
  /** Those that were asked for together share it. */
  readonly batchId: string | null
  /** Its place among them. */
  readonly batchPosition: number
  readonly fileName: string
  readonly fileKind: FileKind
  readonly originalFormat: FormatId
  readonly convertedFormat: FormatId
  readonly originalSize: number
  readonly plan: ExecutionPlan
  /** As they were asked for, to ask again; null in old records. */
  readonly options: ConversionOptions | null
  /** Sealed, and only as long as it is needed. */
  readonly sealedPassword: string | null
  readonly status: ConversionStatus
  readonly percent: number
  readonly stage: string
  /** Counts how often a worker began it; a worker that lost its claim can no longer change anything. */
  readonly attempt: number
  /** Grows with every change a watcher should see. */
  readonly revision: number
  readonly resultKey: string | null
  readonly resultSize: number | null
  /** What became of a film or a recording. */
  readonly media: MediaChange | null
  /** What its owner should know about the result, in whole sentences. */
  readonly notes: readonly string[]
  readonly parts: readonly StoredPart[]
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
  /** By which the spans of its request and its work find together; null where nothing is followed. */
  readonly traceParent: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

/** Something made beside a result: a picture of a page, words with their places. */
export interface StoredPart {
  readonly name: string
  readonly format: FormatId
  readonly key: string
  readonly sizeBytes: number
}

interface Failure {
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** What the engine said, for operators only. */
  readonly detail?: string | null
}

export type NewConversion = Pick<
  ConversionRecord,
  | 'id'
  | 'ownerId'
  | 'ownerPlan'
  | 'operation'
  | 'uploadId'
  | 'inputKey'
  | 'fileName'
  | 'fileKind'
  | 'originalFormat'
  | 'convertedFormat'
  | 'originalSize'
  | 'plan'
  | 'options'
  | 'createdAt'
  | 'expiresAt'
> & {
  readonly sealedPassword?: string | null
  readonly traceParent?: string | null
  /** What a worker needs to do all of it. */
  readonly engines: readonly string[]
  /** What it takes from the allowance. */
  readonly fileCount: number
  /** Every file, where it takes many. */
  readonly inputs?: readonly ConversionInput[]
  readonly batch?: { readonly id: string; readonly position: number }
  /** One of a batch that cannot succeed is recorded with the reason, and neither charged nor queued. */
  readonly failure?: Failure
}

export interface ConversionResult {
  readonly key: string
  readonly sizeBytes: number
  /** Where the file decided what it became. */
  readonly format?: FormatId | undefined
  readonly media: MediaChange | null
  readonly notes?: readonly string[] | undefined
  readonly parts?: readonly StoredPart[] | undefined
}

export interface HistoryFilter {
  readonly fileKind?: FileKind | undefined
  readonly status?: ConversionStatus | undefined
  /** Part of the file name, whatever its case. */
  readonly search?: string | undefined
}

/** Where a page of the history ends; the next one begins behind it. */
export type HistoryPlace = Pick<ConversionRecord, 'createdAt' | 'id'>

export interface PastConversionRecord extends ConversionRecord {
  /** The file it was made from is still here. */
  readonly hasUpload: boolean
}

export interface ConversionStore {
  /** Charges, records and queues conversions of one owner: all of it, or nothing and what was full. */
  enqueue(conversions: readonly NewConversion[], charge: Charge): Promise<'queued' | FullAllowance>
  /** The same for one that failed or was cancelled, on the plan its owner has now. */
  enqueueAgain(
    id: string,
    renewed: Pick<
      NewConversion,
      'ownerPlan' | 'expiresAt' | 'engines' | 'operation' | 'originalSize' | 'traceParent'
    >,
    charge: Charge,
  ): Promise<'queued' | 'not-retryable' | FullAllowance>
  find(id: string): Promise<ConversionRecord | undefined>
  /** Only the owner's own; anybody else's id finds nothing. */
  findOwned(id: string, ownerId: string): Promise<ConversionRecord | undefined>
  /** Every file of a conversion that takes many, in their order; none of one that takes one. */
  listInputs(id: string): Promise<ConversionInput[]>
  /** Only the owner's own, in their order. */
  listBatch(batchId: string, ownerId: string): Promise<ConversionRecord[]>
  /** Newest first: those that succeeded, also when their result has expired since. */
  listRecent(ownerId: string, limit: number): Promise<ConversionRecord[]>
  /** Newest first, in whatever state. */
  listPast(
    ownerId: string,
    filter: HistoryFilter,
    page: { readonly after: HistoryPlace | null; readonly limit: number },
  ): Promise<PastConversionRecord[]>
  /** A visitor has signed in: uploads, conversions and what they were charged are the account's from now on. */
  moveOwned(visitorId: string, account: { readonly id: string; readonly plan: PlanId }): Promise<void>

  /** All of them, whatever their state. */
  listOwned(ownerId: string): Promise<ConversionRecord[]>

  /** Marks the beginning of an attempt, and who began it; undefined when there is nothing left to do. */
  begin(id: string, workerId?: string): Promise<ConversionRecord | undefined>
  /** Never moves the percentage back. */
  reportProgress(id: string, attempt: number, percent: number, stage: string): Promise<void>
  /** The attempt broke through a fault of ours and waits for another one. */
  waitAgain(id: string, attempt: number): Promise<void>
  /** These two answer false when the attempt is no longer the current one: its outcome does not count. */
  succeed(id: string, attempt: number, result: ConversionResult): Promise<boolean>
  /** Gives back what was charged. */
  fail(id: string, attempt: number, error: Failure): Promise<boolean>
  /** Gives back what was charged; false when it was finished already. */
  cancel(id: string): Promise<boolean>

  /** Only after the bytes of its results are gone: its receipt says so from then on, as it does of expired ones. */
  remove(id: string, reason: DeletionReason): Promise<void>
  isUploadInUse(uploadId: string): Promise<boolean>
  listExpired(now: Date, limit: number): Promise<ConversionRecord[]>
  markExpired(id: string): Promise<void>
  /** Forgets that there ever were those that expired before a moment; answers how many. */
  removeExpiredBefore(moment: Date): Promise<number>
  /** Waiting or running according to the record, but no longer known to the queue. */
  listLost(limit: number): Promise<ConversionRecord[]>
  /** Waiting for longer than that for a worker that has all its engines, when these are what workers have. */
  listStranded(
    workers: readonly (readonly string[])[],
    waitedSeconds: number,
    limit: number,
  ): Promise<ConversionRecord[]>
}
