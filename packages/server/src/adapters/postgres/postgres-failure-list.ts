/** Failed conversions in PostgreSQL: a partial index finds each page, however many conversions succeeded. */
import { type ErrorCode, faultCodes } from '@filesmith/contract/errors'
import type { FailureList, FailureRecord } from '../../ports/failure-list.ts'
import type { Database } from './database.ts'
import { type AnyColumn, and, count, desc, eq, gte, inArray, isNotNull, notInArray, sql } from './drizzle.ts'
import { olderThan } from './older-than.ts'
import { conversions, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Full microsecond precision, independent of the DateStyle and TimeZone settings. */
const toExactText = (moment: AnyColumn) =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const hasFailed = isNotNull(conversions.errorCode)

export function createPostgresFailureList({ orm }: Database): FailureList {
  return withDatabaseErrors<FailureList>({
    async list({ code, operation, isFault }, { after, limit }) {
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

    async countByCode(since) {
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
