/** API keys. Only a hash of the key is stored. */
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { CredentialHolder } from '../ports/credentials.ts'
import type { AccountRecord } from './account-store.ts'
import { accountColumns, toAccount } from './account-store.ts'
import { apiKeys } from './api-schema.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, count, desc, eq, getTableColumns, gt, isNull, lt, or } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface ApiKeyRecord {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly prefix: string
  readonly keyHash: string
  readonly scopes: readonly ApiScope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

export function createApiKeyStore({ orm, instancePlan }: Database) {
  return withDatabaseErrors({
    /** False if the account already has `most` keys; exact under concurrent calls. */
    insert(key: ApiKeyRecord, maxKeys: number, account: CredentialHolder): Promise<boolean> {
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

    /** The key with its account; undefined if the key has expired or the account is suspended. */
    async findByHash(
      keyHash: string,
      now: Date,
    ): Promise<{ key: ApiKeyRecord; account: AccountRecord } | undefined> {
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
      return row && { key: row.key, account: toAccount(row.account, instancePlan) }
    },

    /** Newest first, including expired keys. */
    async list(accountId: string): Promise<ApiKeyRecord[]> {
      return orm
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.accountId, accountId))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    },

    /** Skipped if a use after `before` is already recorded, which limits writes. */
    async recordUse(id: string, usedAt: Date, before: Date): Promise<void> {
      await orm
        .update(apiKeys)
        .set({ lastUsedAt: usedAt })
        .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))))
    },

    /** False if the key does not belong to this account. */
    async remove(id: string, accountId: string): Promise<boolean> {
      const removed = await orm
        .delete(apiKeys)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
        .returning({ id: apiKeys.id })
      return removed.length > 0
    },
  })
}
