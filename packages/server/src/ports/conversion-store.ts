/** Conversion records and their state transitions. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { ConversionStatus } from '@filesmith/contract/schemas/conversion'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { MediaChange } from '@filesmith/contract/schemas/media'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { Charge, FullAllowance } from './allowance-store.ts'

/** Options of an operation as they are stored; those of a single operation are known to its schema only. */
export interface ConversionOptions {
  readonly outputFormat: FormatId
  readonly isPasswordProtected?: boolean | undefined
}

/** One input file of a conversion that takes several. */
export interface ConversionInput {
  readonly uploadId: string
  readonly inputKey: string
  /** With folders, as named by the owner. */
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

export interface ConversionRecord {
  readonly id: string
  readonly ownerId: string
  readonly ownerPlan: PlanId
  readonly operation: OperationId
  /** The input file; the first one if there are several. */
  readonly uploadId: string
  readonly inputKey: string
  /** Number of input files, which is what is charged. */
  readonly fileCount: number
  /** Shared by conversions requested together. */
  readonly batchId: string | null
  /** Position within the batch. */
  readonly batchPosition: number
  readonly fileName: string
  readonly fileKind: FileKind
  readonly originalFormat: FormatId
  readonly convertedFormat: FormatId
  readonly originalSize: number
  readonly executionPlan: ExecutionPlan
  /** As requested, for retries and repeats; null in records of older versions. */
  readonly options: ConversionOptions | null
  /** Encrypted; deleted as soon as it is no longer needed. */
  readonly sealedPassword: string | null
  readonly status: ConversionStatus
  readonly percent: number
  readonly stage: string
  /**
   * Number of times a worker started it; acts as a fencing token: a worker that lost its claim cannot write any more.
   */
  readonly attempt: number
  /** Incremented with every change that watchers are notified of. */
  readonly revision: number
  readonly resultKey: string | null
  readonly resultSize: number | null
  /** How video or audio streams changed. */
  readonly media: MediaChange | null
  /** Notes about the result for its owner, in full sentences. */
  readonly notes: readonly string[]
  readonly parts: readonly StoredPart[]
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
  /** W3C trace context that links the spans of the request and the job; null if tracing is off. */
  readonly traceParent: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

/** An additional output next to the result, such as a page preview or words with positions. */
export interface StoredPart {
  readonly name: string
  readonly format: FormatId
  readonly key: string
  readonly sizeBytes: number
}

interface Failure {
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** Engine output, for operators only. */
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
  | 'executionPlan'
  | 'options'
  | 'createdAt'
  | 'expiresAt'
> & {
  readonly sealedPassword?: string | null
  readonly traceParent?: string | null
  /** Engines a worker needs to run the whole execution plan. */
  readonly engines: readonly string[]
  /** Charged to the allowance. */
  readonly fileCount: number
  /** All input files, if there are several. */
  readonly inputs?: readonly ConversionInput[]
  readonly batch?: { readonly id: string; readonly position: number }
  /** A conversion of a batch that cannot succeed is stored with its error and is neither charged nor queued. */
  readonly failure?: Failure
}

export interface ConversionResult {
  readonly key: string
  readonly sizeBytes: number
  /** Set if the input determined the output format. */
  readonly format?: FormatId | undefined
  readonly media: MediaChange | null
  readonly notes?: readonly string[] | undefined
  readonly parts?: readonly StoredPart[] | undefined
}

export interface HistoryFilter {
  readonly fileKind?: FileKind | undefined
  readonly status?: ConversionStatus | undefined
  /** Part of the file name, case-insensitive. */
  readonly search?: string | undefined
}

/** Pagination cursor: the last entry of the previous page. */
export type HistoryCursor = Pick<ConversionRecord, 'createdAt' | 'id'>

export interface PastConversionRecord extends ConversionRecord {
  /** The input file still exists. */
  readonly hasUpload: boolean
}

export interface ConversionStore {
  /** Charges, stores and queues conversions of one owner in one transaction, or returns the exhausted allowance. */
  enqueue(conversions: readonly NewConversion[], charge: Charge): Promise<'queued' | FullAllowance>
  /** The same for a failed or canceled conversion, under the owner's current plan. */
  enqueueRetry(
    id: string,
    renewed: Pick<
      NewConversion,
      'ownerPlan' | 'expiresAt' | 'engines' | 'operation' | 'originalSize' | 'traceParent'
    >,
    charge: Charge,
  ): Promise<'queued' | 'not-retryable' | FullAllowance>
  find(id: string): Promise<ConversionRecord | undefined>
  /** Undefined if the id belongs to another owner. */
  findOwned(id: string, ownerId: string): Promise<ConversionRecord | undefined>
  /** All input files in order; empty for a conversion with a single input. */
  listInputs(id: string): Promise<ConversionInput[]>
  /** Ordered by position; empty if the batch belongs to another owner. */
  listBatch(batchId: string, ownerId: string): Promise<ConversionRecord[]>
  /** Succeeded conversions, newest first, including those whose result has expired. */
  listRecent(ownerId: string, limit: number): Promise<ConversionRecord[]>
  /** All states, newest first. */
  listPast(
    ownerId: string,
    filter: HistoryFilter,
    page: { readonly after: HistoryCursor | null; readonly limit: number },
  ): Promise<PastConversionRecord[]>
  /** After a visitor signs in: transfers uploads, conversions and charged usage to the account. */
  moveOwned(visitorId: string, account: { readonly id: string; readonly plan: PlanId }): Promise<void>

  /** In any state. */
  listOwned(ownerId: string): Promise<ConversionRecord[]>

  /** Starts an attempt and records the worker; undefined if there is nothing left to do. */
  begin(id: string, workerId?: string): Promise<ConversionRecord | undefined>
  /** The percentage never decreases. */
  reportProgress(id: string, attempt: number, percent: number, stage: string): Promise<void>
  /** The attempt failed because of an internal error and is queued again. */
  requeue(id: string, attempt: number): Promise<void>
  /** `succeed` and `fail` return false if the attempt is no longer the current one; its outcome is discarded. */
  succeed(id: string, attempt: number, result: ConversionResult): Promise<boolean>
  /** Refunds the charge to the allowance. */
  fail(id: string, attempt: number, error: Failure): Promise<boolean>
  /** Refunds the charge; false if the conversion had already finished. */
  cancel(id: string): Promise<boolean>

  /** Call only after the result's bytes are deleted: the deletion receipt is updated in the same transaction. */
  remove(id: string, reason: DeletionReason): Promise<void>
  isUploadInUse(uploadId: string): Promise<boolean>
  listExpired(now: Date, limit: number): Promise<ConversionRecord[]>
  markExpired(id: string): Promise<void>
  /** Deletes the records of conversions that expired before this time; returns the number deleted. */
  removeExpiredBefore(moment: Date): Promise<number>
  /** Waiting or running according to the record, but missing from the queue. */
  listLost(limit: number): Promise<ConversionRecord[]>
  /** Waiting longer than `waitedSeconds`, although none of these workers has all required engines. */
  listStranded(
    workers: readonly (readonly string[])[],
    waitedSeconds: number,
    limit: number,
  ): Promise<ConversionRecord[]>
}
