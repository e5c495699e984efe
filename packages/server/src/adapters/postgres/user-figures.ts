/** Usage of the accounts on a page, queried for all of them at once. */

import type { AccountRecord } from '../../ports/account-store.ts'
import type { ListedUser } from '../../ports/user-directory.ts'
import { and, eq, inArray, isNotNull, max, type NodePgDatabase, sql, sum } from './drizzle.ts'
import { conversions, sessions, uploads, usageCounters } from './schema.ts'

export async function addUsage(
  orm: NodePgDatabase,
  accounts: readonly AccountRecord[],
  now: Date,
): Promise<ListedUser[]> {
  const ids = accounts.map(account => account.id)
  if (ids.length === 0) return []
  const [seen, used, uploaded, made] = await Promise.all([
    orm
      .select({ id: sessions.accountId, value: max(sessions.seenAt) })
      .from(sessions)
      .where(inArray(sessions.accountId, ids))
      .groupBy(sessions.accountId),
    orm
      .select({ id: usageCounters.holder, value: usageCounters.used })
      .from(usageCounters)
      .where(
        and(
          inArray(usageCounters.holder, ids),
          eq(usageCounters.period, 'month'),
          eq(usageCounters.startsOn, `${now.toISOString().slice(0, 7)}-01`),
        ),
      ),
    orm
      .select({ id: uploads.ownerId, value: sum(uploads.declaredBytes).mapWith(Number) })
      .from(uploads)
      .where(and(inArray(uploads.ownerId, ids), isNotNull(uploads.completedAt)))
      .groupBy(uploads.ownerId),
    orm
      .select({ id: conversions.ownerId, value: sql`sum(${conversions.resultSize})`.mapWith(Number) })
      .from(conversions)
      .where(and(inArray(conversions.ownerId, ids), eq(conversions.status, 'succeeded')))
      .groupBy(conversions.ownerId),
  ])
  const seenAt = new Map(seen.map(({ id, value }) => [id, value]))
  const counts = [used, uploaded, made].map(rows => new Map(rows.map(({ id, value }) => [id, value ?? 0])))
  return accounts.map(account => {
    const [inMonth = 0, sent = 0, results = 0] = counts.map(map => map.get(account.id) ?? 0)
    return {
      ...account,
      lastSeenAt: seenAt.get(account.id) ?? null,
      conversionsThisMonth: inMonth,
      storedBytes: sent + results,
    }
  })
}
