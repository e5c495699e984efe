/** API keys in PostgreSQL. */

import type { ApiKeyStore } from '../../ports/api-key-store.ts'
import { accountColumns, toAccount } from './account-columns.ts'
import { apiKeys } from './api-schema.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, count, desc, eq, getTableColumns, gt, isNull, lt, or } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresApiKeyStore({ orm }: Database): ApiKeyStore {
  return withDatabaseErrors<ApiKeyStore>({
    insert(key, maxKeys, account) {
      return orm.transaction(async tx => {
        // Serializes creation of keys per account, so that the count below is exact.
        await lockCredentials(tx, account, 'no key update')
        const [row] = await tx
          .select({ count: count() })
          .from(apiKeys)
          .where(eq(apiKeys.accountId, key.accountId))
        if ((row?.count ?? 0) >= maxKeys) return false
        await tx.insert(apiKeys).values(key)
        return true
      })
    },

    async findByHash(keyHash, now) {
      const [row] = await orm
        .select({ key: getTableColumns(apiKeys), account: accountColumns })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.accountId))
        .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
        .where(
          and(
            eq(apiKeys.keyHash, keyHash),
            isNull(users.suspendedAt),
            or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
          ),
        )
      return row && { key: row.key, account: toAccount(row.account) }
    },

    async list(accountId) {
      return orm
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.accountId, accountId))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    },

    async recordUse(id, usedAt, before) {
      await orm
        .update(apiKeys)
        .set({ lastUsedAt: usedAt })
        .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))))
    },

    async remove(id, accountId) {
      const removed = await orm
        .delete(apiKeys)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
        .returning({ id: apiKeys.id })
      return removed.length > 0
    },
  })
}
