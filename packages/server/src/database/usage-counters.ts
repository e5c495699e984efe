/** Charges and refunds the allowance counters, inside the transaction of the charged conversion. */

import type { Charge, FullAllowance } from './allowance-store.ts'
import { and, eq, gt, lte, type NodePgDatabase, sql } from './drizzle.ts'
import { usageCounters } from './schema.ts'

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

interface Counter {
  readonly holder: string
  readonly period: 'day' | 'month'
  readonly startsOn: string
}

interface Charged {
  readonly ownerId: string
  readonly day: string
  readonly addressHash: string | null
}

const counterKey = [usageCounters.holder, usageCounters.period, usageCounters.startsOn]

/** All transactions lock counters in this order, which prevents deadlocks. */
function countersOf({ ownerId, day, addressHash }: Charged): Record<FullAllowance, Counter | null> {
  return {
    'day-full': { holder: ownerId, period: 'day', startsOn: day },
    'month-full': { holder: ownerId, period: 'month', startsOn: `${day.slice(0, 7)}-01` },
    'network-full':
      addressHash === null ? null : { holder: `n_${addressHash}`, period: 'day', startsOn: day },
  }
}

/** Returns the exhausted allowance, if any; the transaction must then be rolled back. */
export async function chargeAllowance(
  tx: Transaction,
  ownerId: string,
  count: number,
  { day, perDay, perMonth, network }: Charge,
): Promise<FullAllowance | undefined> {
  const counters = countersOf({ ownerId, day, addressHash: network?.addressHash ?? null })
  const limits = { 'day-full': perDay, 'month-full': perMonth, 'network-full': network?.perDay ?? null }
  for (const name of Object.keys(counters) as FullAllowance[]) {
    const counter = counters[name]
    if (counter && !(await take(tx, counter, count, limits[name]))) return name
  }
  return undefined
}

/** The row stays locked until the transaction ends, so the next transaction sees the new count. */
async function take(tx: Transaction, counter: Counter, count: number, limit: number | null) {
  // The first insert of a day meets no row, so the condition below does not apply to it.
  if (limit !== null && count > limit) return false
  const taken = sql`${usageCounters.used} + ${count}`
  const rows = await tx
    .insert(usageCounters)
    .values({ ...counter, used: count })
    .onConflictDoUpdate({
      target: counterKey,
      set: { used: taken },
      ...(limit !== null && { setWhere: lte(taken, limit) }),
    })
    .returning({ used: usageCounters.used })
  return rows.length > 0
}

/** Refunds the day and month that were charged. */
export async function refundAllowance(tx: Transaction, charged: Charged, count: number): Promise<void> {
  for (const counter of Object.values(countersOf(charged))) {
    if (!counter) continue
    await tx
      .update(usageCounters)
      .set({ used: sql`greatest(${usageCounters.used} - ${count}, 0)` })
      .where(
        and(
          eq(usageCounters.holder, counter.holder),
          eq(usageCounters.period, counter.period),
          eq(usageCounters.startsOn, counter.startsOn),
          gt(usageCounters.used, 0),
        ),
      )
  }
}

/** Adds the counters of one holder to those of another. */
export async function moveCounters(tx: Transaction, from: string, to: string): Promise<void> {
  const moved = await tx.delete(usageCounters).where(eq(usageCounters.holder, from)).returning()
  const inOrder = moved
    .map(counter => ({ ...counter, holder: to }))
    .sort((a, b) => a.period.localeCompare(b.period) || a.startsOn.localeCompare(b.startsOn))
  if (inOrder.length === 0) return
  await tx
    .insert(usageCounters)
    .values(inOrder)
    .onConflictDoUpdate({ target: counterKey, set: { used: sql`${usageCounters.used} + excluded.used` } })
}
