/** Claims and stored responses of API calls with an idempotency key. */
import { idempotentCalls as calls } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, eq, isNull, lt, sql } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface IdempotencyKey {
  readonly accountId: string
  readonly key: string
}

/** A call this process handles until its lease expires. */
export interface ClaimedCall extends IdempotencyKey {
  readonly attempt: number
}

type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly call: ClaimedCall }
  | { readonly kind: 'answered'; readonly status: number; readonly sealedBody: string | null }
  /** Another process is handling it. */
  | { readonly kind: 'running' }
  /** The key was already used with a different request. */
  | { readonly kind: 'other' }

/** The row may disappear between insert and select: its holder has released it. */
const maxAttempts = 3

export type IdempotentCalls = ReturnType<typeof createIdempotentCalls>

/** Idempotency keys of API calls in PostgreSQL, one row each. */
export function createIdempotentCalls({ orm }: Database) {
  const isNamed = ({ accountId, key }: IdempotencyKey) =>
    and(eq(calls.accountId, accountId), eq(calls.key, key))
  const isHeld = (call: ClaimedCall) =>
    and(isNamed(call), eq(calls.attempt, call.attempt), isNull(calls.status))
  const seconds = (count: number) => sql`now() + ${count} * interval '1 second'`

  return withDatabaseErrors({
    /**
     * Only one of several concurrent callers gets the claim; the claim of a process that died passes on when its lease
     * expires.
     */
    async claim(
      call: IdempotencyKey,
      fingerprint: string,
      { leaseSeconds, keptHours }: { readonly leaseSeconds: number; readonly keptHours: number },
    ): Promise<ClaimOutcome> {
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

    /** Extends the lease of a slow call. */
    async renew(call: ClaimedCall, leaseSeconds: number): Promise<void> {
      await orm
        .update(calls)
        .set({ leaseUntil: seconds(leaseSeconds) })
        .where(isHeld(call))
    },

    async saveResponse(call: ClaimedCall, status: number, sealedBody: string | null): Promise<void> {
      await orm.update(calls).set({ status, sealedBody, leaseUntil: null }).where(isHeld(call))
    },

    /** No final response: the call may be retried. */
    async release(call: ClaimedCall): Promise<void> {
      await orm.delete(calls).where(isHeld(call))
    },

    /** Returns the number deleted. */
    async removeBefore(moment: Date): Promise<number> {
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
