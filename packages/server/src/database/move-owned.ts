/** Transfers everything a visitor owns to an account in one transaction. */
import { type PlanId, plans } from '@filesmith/contract/plans'
import { eq, sql } from './drizzle.ts'
import { moveJobs } from './postgres-job-queue.ts'
import { receipts } from './receipt-schema.ts'
import { conversions, uploads } from './schema.ts'
import { moveCounters, type Transaction } from './usage-counters.ts'

export async function moveOwned(
  tx: Transaction,
  visitorId: string,
  account: { readonly id: string; readonly plan: PlanId },
): Promise<void> {
  // Two concurrent sign-ins of one browser would lock the same rows in different order and deadlock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${visitorId}, 0))`)
  await tx.update(uploads).set({ ownerId: account.id }).where(eq(uploads.ownerId, visitorId))
  await tx
    .update(conversions)
    .set({ ownerId: account.id, ownerPlan: account.plan })
    .where(eq(conversions.ownerId, visitorId))
  await tx.update(receipts).set({ ownerId: account.id }).where(eq(receipts.ownerId, visitorId))
  await moveCounters(tx, visitorId, account.id)
  // Queued and running jobs count toward the concurrency limit of the account.
  const { queuePriority: priority, concurrentJobs: limit } = plans[account.plan]
  await moveJobs(tx, visitorId, { key: account.id, limit, priority })
}
