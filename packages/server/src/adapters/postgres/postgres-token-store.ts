/** Short-lived account tokens in PostgreSQL. */

import type { TokenPurpose, TokenStore } from '../../ports/token-store.ts'
import type { Database } from './database.ts'
import { and, eq, gt, lte } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { accountTokens } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresTokenStore({ orm }: Database): TokenStore {
  const isValid = (tokenHash: string, purpose: TokenPurpose, now: Date) =>
    and(
      eq(accountTokens.tokenHash, tokenHash),
      eq(accountTokens.purpose, purpose),
      gt(accountTokens.expiresAt, now),
    )

  return withDatabaseErrors<TokenStore>({
    async add(token, account) {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx.insert(accountTokens).values(token)
      })
    },

    async replace(token, account) {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx
          .delete(accountTokens)
          .where(and(eq(accountTokens.accountId, token.accountId), eq(accountTokens.purpose, token.purpose)))
        await tx.insert(accountTokens).values(token)
      })
    },

    async find(tokenHash, purpose, now) {
      const [row] = await orm
        .select()
        .from(accountTokens)
        .where(isValid(tokenHash, purpose, now))
      return row
    },

    async take(tokenHash, purpose, now) {
      const [row] = await orm
        .delete(accountTokens)
        .where(isValid(tokenHash, purpose, now))
        .returning()
      return row
    },

    async removeExpired(now) {
      const removed = await orm.delete(accountTokens).where(lte(accountTokens.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
