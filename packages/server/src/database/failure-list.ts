/** Failed conversions of all owners, with the engines' error output. A partial index finds each page, however many conversions succeeded. */
import { type ErrorCode, type ErrorParams, faultCodes } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { ListCursor, ListPage } from '../ports/list-page.ts'
import type { Database } from './database.ts'
import { type AnyColumn, and, count, desc, eq, gte, inArray, isNotNull, notInArray, sql } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { conversions, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

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

/** Full microsecond precision, independent of the DateStyle and TimeZone settings. */
const toExactText = (moment: AnyColumn) =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const hasFailed = isNotNull(conversions.errorCode)

export type FailureList = ReturnType<typeof createFailureList>

/** Failed conversions in PostgreSQL: a partial index finds each page, however many conversions succeeded. */
export function createFailureList({ orm }: Database) {
  return withDatabaseErrors({
    /** Newest first. */
    async list(
      { code, operation, isFault }: FailureFilter,
      { after, limit }: ListPage,
    ): Promise<FailureRecord[]> {
      const isOfKind = isFault ? inArray : notInArray
      const rows = await orm
        .select({
          id: conversions.id,
          operation: conversions.operation,
          originalFormat: conversions.originalFormat,
          convertedFormat: conversions.convertedFormat,
          originalSize: conversions.originalSize,
          ownerName: users.username,
          errorCode: conversions.errorCode,
          errorParams: conversions.errorParams,
          errorDetail: conversions.errorDetail,
          attempt: conversions.attempt,
          finishedAt: conversions.finishedAt,
          at: toExactText(conversions.finishedAt),
        })
        .from(conversions)
        .leftJoin(users, eq(users.id, conversions.ownerId))
        .where(
          and(
            hasFailed,
            isNotNull(conversions.finishedAt),
            code === undefined ? undefined : sql`${conversions.errorCode} = ${code}`,
            operation === undefined ? undefined : sql`${conversions.operation} = ${operation}`,
            isFault === undefined ? undefined : isOfKind(conversions.errorCode, [...faultCodes]),
            olderThan(conversions.finishedAt, conversions.id, after),
          ),
        )
        .orderBy(desc(conversions.finishedAt), desc(conversions.id))
        .limit(limit)
      return rows.map(({ at, ...row }) => ({ ...row, cursor: { at, id: row.id } }) as FailureRecord)
    },

    /** Most frequent first. */
    async countByCode(since: Date): Promise<{ readonly code: ErrorCode; readonly count: number }[]> {
      const rows = await orm
        .select({ code: conversions.errorCode, count: count() })
        .from(conversions)
        .where(and(hasFailed, gte(conversions.finishedAt, since)))
        .groupBy(conversions.errorCode)
        .orderBy(desc(count()), conversions.errorCode)
      return rows.map(row => ({ ...row, code: row.code as ErrorCode }))
    },
  })
}
