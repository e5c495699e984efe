/** Counts attempts for rate limits, shared by all processes: one row per key. */
import type { Database } from './database.ts'
import { and, eq, gt, lte, type SQL, sql, TransactionRollbackError } from './drizzle.ts'
import { attempts } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** A limit on attempts under one key. */
export type AttemptLimit =
  /** The first attempts are free; each further one doubles the delay, up to a maximum. */
  | {
      readonly kind: 'backoff'
      readonly key: string
      readonly freeAttempts: number
      readonly firstDelaySeconds: number
      readonly maxDelaySeconds: number
      /** The count resets after this long without an attempt. */
      readonly resetAfterSeconds: number
    }
  /** A token bucket: a burst, then one attempt per refilled token. */
  | {
      readonly kind: 'bucket'
      readonly key: string
      readonly burst: number
      readonly refillSeconds: number
    }
  /** A fixed number of attempts in a window that opens with the first one. */
  | {
      readonly kind: 'window'
      readonly key: string
      readonly maxAttempts: number
      readonly windowSeconds: number
    }

type Reservation =
  /** `counts` holds the number of attempts under each key, including this one, in the order of the limits. */
  | { readonly isAllowed: true; readonly counts: readonly number[] }
  | { readonly isAllowed: false; readonly refusedBy: AttemptLimit; readonly retryAfterSeconds: number }

/** Attempts in the current window. */
export interface WindowCount {
  readonly count: number
  /** Until the window ends; at least 1. */
  readonly secondsLeft: number
}

const counted = {
  count: attempts.count,
  secondsLeft: sql<number>`greatest(1, ceil(extract(epoch from ${attempts.endsAt} - now())))::int`,
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>

/** Attempt counters in PostgreSQL, one row each, shared by all processes. */
export function createAttemptCounter({ orm }: Database) {
  function countEach(keys: readonly string[], windowSeconds: number, tries: number) {
    const endsAt = sql`now() + ${windowSeconds} * interval '1 second'`
    const hasEnded = sql`${attempts.endsAt} <= now()`
    return orm
      .insert(attempts)
      .values(keys.map(key => ({ key, count: tries, endsAt })))
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          count: sql`case when ${hasEnded} then excluded.count else ${attempts.count} + excluded.count end`,
          endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${attempts.endsAt} end`,
        },
      })
      .returning(counted)
  }

  return withDatabaseErrors({
    /** Adds attempts to the current window. */
    async count(key: string, windowSeconds: number, tries = 1): Promise<WindowCount> {
      const [row] = await countEach([key], windowSeconds, tries)
      if (!row) throw new Error('upsert returned no row')
      return row
    },

    // Rows are locked and returned in the given order.
    /** Adds one attempt under each of two keys; results are in the order of the keys. */
    async countBoth(
      keys: readonly [string, string],
      windowSeconds: number,
    ): Promise<[WindowCount, WindowCount]> {
      const [one, other] = await countEach(keys, windowSeconds, 1)
      if (!one || !other) throw new Error('upsert of two rows returned fewer')
      return [one, other]
    },

    /**
     * Reserves one attempt under every limit, or none if one refuses. Exact under concurrent calls as long as callers
     * pass limits of the same kinds in the same order.
     */
    reserve: (limits: readonly AttemptLimit[]): Promise<Reservation> => reserveTries({ orm }, limits),
    /** The reserved attempt was legitimate: a backoff resets to zero, a bucket or window gets its attempt back. */
    release: (limits: readonly AttemptLimit[]): Promise<void> => releaseTries({ orm }, limits),

    /** Reads the count without adding an attempt. */
    async peek(key: string): Promise<WindowCount | undefined> {
      const [row] = await orm
        .select(counted)
        .from(attempts)
        .where(and(eq(attempts.key, key), gt(attempts.endsAt, sql`now()`)))
      return row
    },

    async forget(key: string): Promise<void> {
      await orm.delete(attempts).where(eq(attempts.key, key))
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(attempts).where(lte(attempts.endsAt, now))
      return removed.rowCount ?? 0
    },
  })
}

interface LimitSql {
  /** New `ends_at` of the row after an attempt; ended rows count as absent. */
  readonly endsAt: SQL
  /** When the next attempt is allowed. */
  readonly allowedAt: SQL
}

const seconds = (count: number) => sql`${count}::float8 * interval '1 second'`
const hasEnded = sql`${attempts.endsAt} <= now()`
const maxDoublings = 30

function toSql(limit: AttemptLimit): LimitSql {
  switch (limit.kind) {
    case 'backoff': {
      // The row ends a fixed time after the last attempt, whose time therefore need not be stored.
      const lastTryAt = sql`${attempts.endsAt} - ${seconds(limit.resetAfterSeconds)}`
      const doublings = sql`least(${attempts.count} - ${limit.freeAttempts}::int, ${maxDoublings}::int)`
      const delay = sql`least(${limit.maxDelaySeconds}::float8, ${limit.firstDelaySeconds}::float8 * power(2, ${doublings}))`
      return {
        endsAt: sql`now() + ${seconds(limit.resetAfterSeconds)}`,
        allowedAt: sql`case when ${attempts.count} < ${limit.freeAttempts}::int then '-infinity'::timestamptz else ${lastTryAt} + ${delay} * interval '1 second' end`,
      }
    }
    case 'bucket':
      // GCRA: the row ends when the bucket is full again.
      return {
        endsAt: sql`greatest(${attempts.endsAt}, now()) + ${seconds(limit.refillSeconds)}`,
        allowedAt: sql`${attempts.endsAt} - ${seconds((limit.burst - 1) * limit.refillSeconds)}`,
      }
    case 'window':
      return {
        endsAt: sql`case when ${hasEnded} then now() + ${seconds(limit.windowSeconds)} else ${attempts.endsAt} end`,
        allowedAt: sql`case when ${attempts.count} < ${limit.maxAttempts}::int then '-infinity'::timestamptz else ${attempts.endsAt} end`,
      }
  }
}

function secondsToFirstEnd(limit: AttemptLimit): number {
  switch (limit.kind) {
    case 'backoff':
      return limit.resetAfterSeconds
    case 'bucket':
      return limit.refillSeconds
    case 'window':
      return limit.windowSeconds
  }
}

/** Rate limits as single SQL statements on one row each, so that they hold across all processes. */
async function reserveTries(
  { orm }: Pick<Database, 'orm'>,
  limits: readonly AttemptLimit[],
): Promise<Reservation> {
  const counts: number[] = []
  let rejection: Reservation | undefined
  try {
    await orm.transaction(async tx => {
      for (const limit of limits) {
        const { endsAt, allowedAt } = toSql(limit)
        const [reserved] = await tx
          .insert(attempts)
          .values({
            key: limit.key,
            count: 1,
            endsAt: sql`now() + ${seconds(secondsToFirstEnd(limit))}`,
          })
          .onConflictDoUpdate({
            target: attempts.key,
            set: { count: sql`case when ${hasEnded} then 1 else ${attempts.count} + 1 end`, endsAt },
            setWhere: sql`${hasEnded} or ${allowedAt} <= now()`,
          })
          .returning({ count: attempts.count })
        if (reserved) counts.push(reserved.count)
        else {
          const [row] = await tx
            .select({ wait: sql<number>`extract(epoch from ${allowedAt} - now())::float8` })
            .from(attempts)
            .where(eq(attempts.key, limit.key))
          const retryAfterSeconds = Math.max(1, Math.ceil(row?.wait ?? 1))
          rejection = { isAllowed: false, refusedBy: limit, retryAfterSeconds }
          // Also undoes what earlier limits have reserved.
          tx.rollback()
        }
      }
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError) || !rejection) throw error
    return rejection
  }
  return { isAllowed: true, counts }
}

async function releaseTries({ orm }: Pick<Database, 'orm'>, limits: readonly AttemptLimit[]): Promise<void> {
  for (const limit of limits) {
    const isKey = eq(attempts.key, limit.key)
    if (limit.kind === 'backoff') await orm.delete(attempts).where(isKey)
    else if (limit.kind === 'bucket')
      await orm
        .update(attempts)
        .set({ endsAt: sql`${attempts.endsAt} - ${seconds(limit.refillSeconds)}` })
        .where(isKey)
    else
      await orm
        .update(attempts)
        .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
        .where(isKey)
  }
}
