/** Short-lived single-purpose tokens. Only their hashes are stored. */
import type { CredentialHolder } from '../ports/credentials.ts'
import type { Database } from './database.ts'
import { and, eq, gt, lte } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { accountTokens, type TokenPurpose } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface TokenRecord {
  readonly tokenHash: string
  readonly accountId: string
  readonly purpose: TokenPurpose
  /** The address to be verified, or whether the session will be remembered. */
  readonly detail: string | null
  readonly expiresAt: Date
}

export type TokenStore = ReturnType<typeof createTokenStore>

export function createTokenStore({ orm }: Database) {
  const isValid = (tokenHash: string, purpose: TokenPurpose, now: Date) =>
    and(
      eq(accountTokens.tokenHash, tokenHash),
      eq(accountTokens.purpose, purpose),
      gt(accountTokens.expiresAt, now),
    )

  return withDatabaseErrors({
    /** Earlier tokens of this account and purpose stay valid. */
    async add(token: TokenRecord, account: CredentialHolder): Promise<void> {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx.insert(accountTokens).values(token)
      })
    },

    /** Earlier tokens of this account and purpose are revoked. */
    async replace(token: TokenRecord, account: CredentialHolder): Promise<void> {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx
          .delete(accountTokens)
          .where(and(eq(accountTokens.accountId, token.accountId), eq(accountTokens.purpose, token.purpose)))
        await tx.insert(accountTokens).values(token)
      })
    },

    async find(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined> {
      const [row] = await orm
        .select()
        .from(accountTokens)
        .where(isValid(tokenHash, purpose, now))
      return row
    },

    /** Consumes the token: with concurrent callers, only the first one gets it. */
    async take(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined> {
      const [row] = await orm
        .delete(accountTokens)
        .where(isValid(tokenHash, purpose, now))
        .returning()
      return row
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(accountTokens).where(lte(accountTokens.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
