/** Failed conversions of all owners, with the engines' error output. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { ListCursor, ListPage } from './list-page.ts'

export interface FailureRecord {
  readonly id: string
  readonly operation: string
  readonly originalFormat: FormatId
  readonly convertedFormat: FormatId
  readonly originalSize: number
  /** Null for visitors. */
  readonly ownerName: string | null
  readonly errorCode: ErrorCode
  readonly errorParams: ErrorParams
  readonly errorDetail: string | null
  readonly attempt: number
  readonly finishedAt: Date
  readonly cursor: ListCursor
}

export interface FailureFilter {
  readonly code?: string | undefined
  readonly operation?: string | undefined
  readonly isFault?: boolean | undefined
}

export interface FailureList {
  /** Newest first. */
  list(filter: FailureFilter, page: ListPage): Promise<FailureRecord[]>
  /** Most frequent first. */
  countByCode(since: Date): Promise<{ readonly code: ErrorCode; readonly count: number }[]>
}
