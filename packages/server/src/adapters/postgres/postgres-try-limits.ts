/** Rate limits as single SQL statements on one row each, so that they hold across all processes. */
import type { AttemptLimit, Reservation } from '../../ports/attempt-counter.ts'
import type { Database } from './database.ts'
import { eq, type SQL, sql, TransactionRollbackError } from './drizzle.ts'
import { attempts } from './schema.ts'

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

export async function reserveTries(
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

export async function releaseTries(
  { orm }: Pick<Database, 'orm'>,
  limits: readonly AttemptLimit[],
): Promise<void> {
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
