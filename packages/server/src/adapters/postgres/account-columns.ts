/** Columns for reading an account together with its subscription. */

import type { AccountRecord } from '../../ports/account-store.ts'
import { subscriptions } from './billing-schema.ts'
import { eq, getTableColumns, type NodePgDatabase } from './drizzle.ts'
import { users } from './schema.ts'

const { usernameKey, emailKey, twoStepUsed, ...userColumns } = getTableColumns(users)

export const accountColumns = {
  ...userColumns,
  plan: subscriptions.plan,
  planStatus: subscriptions.status,
  planPaidUntil: subscriptions.expiresAt,
  planAccessUntil: subscriptions.accessUntil,
}

export function selectAccounts(orm: NodePgDatabase) {
  return orm
    .select(accountColumns)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
    .$dynamic()
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

export function toAccount({ plan, planAccessUntil, ...row }: AccountRow): AccountRecord {
  return { ...row, chosenPlan: plan ?? 'free', planExpiresAt: planAccessUntil ?? row.planPaidUntil }
}

/** Names that differ only in case or Unicode composition are the same (prevents lookalike accounts). */
export function toKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
