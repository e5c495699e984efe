/** Sign-in sessions. Only a hash of the cookie's token is stored. */

import type { CredentialHolder } from '../ports/credentials.ts'
import type { AccountRecord } from './account-store.ts'
import { accountColumns, toAccount } from './account-store.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, gt, isNull, lte, ne } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { sessions, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface SessionRecord {
  readonly id: string
  readonly tokenHash: string
  readonly accountId: string
  readonly isRemembered: boolean
  readonly device: string
  readonly createdAt: Date
  /**
   * When the user last proved their identity with a password, code or provider; null for sessions of older versions.
   */
  readonly provedAt: Date | null
  readonly seenAt: Date
  readonly expiresAt: Date
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ orm, instancePlan }: Database) {
  return withDatabaseErrors({
    async insert(session: SessionRecord, account: CredentialHolder): Promise<void> {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx.insert(sessions).values(session)
      })
    },

    /** For a token that several requests derive; false if one of them was faster. */
    insertShared(session: SessionRecord, account: CredentialHolder, now: Date): Promise<boolean> {
      return orm.transaction(async tx => {
        await lockCredentials(tx, account)
        const isSame = eq(sessions.tokenHash, session.tokenHash)
        await tx.delete(sessions).where(and(isSame, lte(sessions.expiresAt, now)))
        const added = await tx.insert(sessions).values(session).onConflictDoNothing().returning()
        return added.length > 0
      })
    },

    /** The session with its account; undefined if expired. */
    async findByToken(
      tokenHash: string,
      now: Date,
    ): Promise<{ session: SessionRecord; account: AccountRecord } | undefined> {
      const [row] = await orm
        .select({ session: getTableColumns(sessions), account: accountColumns })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.accountId))
        .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
        // A session created concurrently with a suspension is not valid.
        .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.suspendedAt)))
      return row && { session: row.session, account: toAccount(row.account, instancePlan) }
    },

    /** Most recently used first. */
    async list(accountId: string, now: Date): Promise<SessionRecord[]> {
      return orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.seenAt))
    },

    async renewProof(id: string, provedAt: Date): Promise<void> {
      await orm.update(sessions).set({ provedAt }).where(eq(sessions.id, id))
    },

    async touch(id: string, seenAt: Date, expiresAt: Date): Promise<void> {
      await orm.update(sessions).set({ seenAt, expiresAt }).where(eq(sessions.id, id))
    },

    /** False if the session does not belong to this account. */
    async remove(id: string, accountId: string): Promise<boolean> {
      const removed = await orm
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId)))
        .returning({ id: sessions.id })
      return removed.length > 0
    },

    async removeAll(accountId: string, except: string | null): Promise<void> {
      const isOther = except === null ? undefined : ne(sessions.id, except)
      await orm.delete(sessions).where(and(eq(sessions.accountId, accountId), isOther))
    },

    /** Returns the number deleted. */
    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(sessions).where(lte(sessions.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
