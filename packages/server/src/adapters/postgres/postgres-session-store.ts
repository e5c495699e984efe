/** Sessions in PostgreSQL. */

import type { SessionStore } from '../../ports/session-store.ts'
import { accountColumns, toAccount } from './account-columns.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, desc, eq, getTableColumns, gt, isNull, lte, ne } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { sessions, users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresSessionStore({ orm }: Database): SessionStore {
  return withDatabaseErrors<SessionStore>({
    async insert(session, account) {
      await orm.transaction(async tx => {
        await lockCredentials(tx, account)
        await tx.insert(sessions).values(session)
      })
    },

    async findByToken(tokenHash, now) {
      const [row] = await orm
        .select({ session: getTableColumns(sessions), account: accountColumns })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.accountId))
        .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
        // A session created concurrently with a suspension is not valid.
        .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.suspendedAt)))
      return row && { session: row.session, account: toAccount(row.account) }
    },

    async list(accountId, now) {
      return orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.seenAt))
    },

    async renewProof(id, provedAt) {
      await orm.update(sessions).set({ provedAt }).where(eq(sessions.id, id))
    },

    async touch(id, seenAt, expiresAt) {
      await orm.update(sessions).set({ seenAt, expiresAt }).where(eq(sessions.id, id))
    },

    async remove(id, accountId) {
      const removed = await orm
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId)))
        .returning({ id: sessions.id })
      return removed.length > 0
    },

    async removeAll(accountId, except) {
      const isOther = except === null ? undefined : ne(sessions.id, except)
      await orm.delete(sessions).where(and(eq(sessions.accountId, accountId), isOther))
    },

    async removeExpired(now) {
      const removed = await orm.delete(sessions).where(lte(sessions.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
