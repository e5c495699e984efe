/** How an account is read, together with its subscription. */
import { eq, getTableColumns } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AccountRecord } from '../../ports/account-store.ts'
import { subscriptions, users } from './schema.ts'

const { usernameKey, emailKey, twoStepUsed, ...userColumns } = getTableColumns(users)

export const accountColumns = {
  ...userColumns,
  plan: subscriptions.plan,
  planExpiresAt: subscriptions.expiresAt,
}

export function selectAccounts(orm: NodePgDatabase) {
  return orm
    .select(accountColumns)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
    .$dynamic()
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

export function toAccount({ plan, ...row }: AccountRow): AccountRecord {
  return { ...row, chosenPlan: plan ?? 'free' }
}

/** Names that differ only in case or in how a letter is put together are one name. */
export function toKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
