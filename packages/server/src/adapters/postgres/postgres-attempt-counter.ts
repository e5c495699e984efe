/** Attempt counters in PostgreSQL, one row each, shared by all processes. */

import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import type { Database } from './database.ts'
import { and, eq, gt, lte, sql } from './drizzle.ts'
import { releaseTries, reserveTries } from './postgres-try-limits.ts'
import { attempts } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const counted = {
  count: attempts.count,
  secondsLeft: sql<number>`greatest(1, ceil(extract(epoch from ${attempts.endsAt} - now())))::int`,
}

export function createPostgresAttemptCounter({ orm }: Database): AttemptCounter {
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

  return withDatabaseErrors<AttemptCounter>({
    async count(key, windowSeconds, tries = 1) {
      const [row] = await countEach([key], windowSeconds, tries)
      if (!row) throw new Error('upsert returned no row')
      return row
    },

    // Rows are locked and returned in the given order.
    async countBoth(keys, windowSeconds) {
      const [one, other] = await countEach(keys, windowSeconds, 1)
      if (!one || !other) throw new Error('upsert of two rows returned fewer')
      return [one, other]
    },

    reserve: limits => reserveTries({ orm }, limits),
    release: limits => releaseTries({ orm }, limits),

    async peek(key) {
      const [row] = await orm
        .select(counted)
        .from(attempts)
        .where(and(eq(attempts.key, key), gt(attempts.endsAt, sql`now()`)))
      return row
    },

    async forget(key) {
      await orm.delete(attempts).where(eq(attempts.key, key))
    },

    async removeExpired(now) {
      const removed = await orm.delete(attempts).where(lte(attempts.endsAt, now))
      return removed.rowCount ?? 0
    },
  })
}
