/** Conversions of an owner as history: pages of it, and its transfer to another owner. */

import { type PlanId, plans } from '@filesmith/contract/plans'
import type { HistoryCursor, HistoryFilter } from './conversion-record.ts'
import { and, desc, eq, ilike, isNotNull, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { escapeLike } from './older-than.ts'
import { moveJobs } from './postgres-job-queue.ts'
import { receipts } from './receipt-schema.ts'
import { conversions, uploads } from './schema.ts'
import { moveCounters, type Transaction } from './usage-counters.ts'

/** History of an owner with keyset pagination on (created_at, id), which uses the owner index. */
export async function listPast(
  orm: NodePgDatabase,
  ownerId: string,
  filter: HistoryFilter,
  page: { readonly after: HistoryCursor | null; readonly limit: number },
) {
  return orm
    .select({ row: conversions, hasUpload: sql<boolean>`${isNotNull(uploads.completedAt)}` })
    .from(conversions)
    .leftJoin(uploads, and(eq(uploads.id, conversions.uploadId), eq(uploads.ownerId, conversions.ownerId)))
    .where(
      and(
        eq(conversions.ownerId, ownerId),
        filter.fileKind && eq(conversions.fileKind, filter.fileKind),
        filter.status && eq(conversions.status, filter.status),
        filter.search ? ilike(conversions.fileName, `%${escapeLike(filter.search)}%`) : undefined,
        page.after ? isOlder(page.after) : undefined,
      ),
    )
    .orderBy(desc(conversions.createdAt), desc(conversions.id))
    .limit(page.limit)
}

function isOlder({ createdAt, id }: HistoryCursor): SQL {
  return sql`(${conversions.createdAt}, ${conversions.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`
}

/** Transfers everything a visitor owns to an account in one transaction. */
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
