/** Records of conversions. */

import type { ConversionStatus } from '@filesmith/contract/conversion-status'
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { MediaChange } from '@filesmith/contract/schemas/media'

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
  /** Of a result with several pages, or of numbered files in an archive. */
  readonly resultPages: number | null
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
  readonly pages?: number | undefined
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
