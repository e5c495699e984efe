/** Idempotency keys of API calls in PostgreSQL, one row each. */

import type {
  ClaimedCall,
  ClaimOutcome,
  IdempotencyKey,
  IdempotentCalls,
} from '../../ports/idempotent-calls.ts'
import { idempotentCalls as calls } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, eq, isNull, lt, sql } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** The row may disappear between insert and select: its holder has released it. */
const maxAttempts = 3

export function createPostgresIdempotentCalls({ orm }: Database): IdempotentCalls {
  const isNamed = ({ accountId, key }: IdempotencyKey) =>
    and(eq(calls.accountId, accountId), eq(calls.key, key))
  const isHeld = (call: ClaimedCall) =>
    and(isNamed(call), eq(calls.attempt, call.attempt), isNull(calls.status))
  const seconds = (count: number) => sql`now() + ${count} * interval '1 second'`

  return withDatabaseErrors<IdempotentCalls>({
    async claim(call, fingerprint, { leaseSeconds, keptHours }) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const leaseUntil = seconds(leaseSeconds)
        const isAbandoned = sql`${calls.status} is null and ${calls.leaseUntil} <= now() and ${calls.fingerprint} = excluded.fingerprint`
        const isOver = sql`${calls.createdAt} <= now() - ${keptHours} * interval '1 hour'`
        const [claimed] = await orm
          .insert(calls)
          .values({ ...call, fingerprint, leaseUntil, createdAt: sql`now()` })
          .onConflictDoUpdate({
            target: [calls.accountId, calls.key],
            set: {
              fingerprint,
              leaseUntil,
              attempt: sql`${calls.attempt} + 1`,
              status: null,
              sealedBody: null,
              createdAt: sql`excluded.created_at`,
            },
            setWhere: sql`(${isAbandoned}) or ${isOver}`,
          })
          .returning({ attempt: calls.attempt })
        if (claimed) return { kind: 'claimed', call: { ...call, attempt: claimed.attempt } }
        const [first] = await orm.select().from(calls).where(isNamed(call))
        if (first) return describeFirst(first, fingerprint)
      }
      return { kind: 'running' }
    },

    async renew(call, leaseSeconds) {
      await orm
        .update(calls)
        .set({ leaseUntil: seconds(leaseSeconds) })
        .where(isHeld(call))
    },

    async saveResponse(call, status, sealedBody) {
      await orm.update(calls).set({ status, sealedBody, leaseUntil: null }).where(isHeld(call))
    },

    async release(call) {
      await orm.delete(calls).where(isHeld(call))
    },

    async removeBefore(moment) {
      const removed = await orm.delete(calls).where(lt(calls.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}

function describeFirst(first: typeof calls.$inferSelect, fingerprint: string): ClaimOutcome {
  if (first.fingerprint !== fingerprint) return { kind: 'other' }
  if (first.status === null) return { kind: 'running' }
  return { kind: 'answered', status: first.status, sealedBody: first.sealedBody }
}
