/** Accounts in PostgreSQL. Dependent rows are deleted by foreign keys. */

import type { AccountStore } from '../../ports/account-store.ts'
import type { CredentialKind } from '../../ports/credentials.ts'
import { selectAccounts, toAccount, toKey } from './account-columns.ts'
import { addAuditEntries } from './add-audit-entries.ts'
import type { Database } from './database.ts'
import { and, count, eq, gt, lt, type NodePgDatabase, or } from './drizzle.ts'
import { endCredentials, lockCredentials } from './end-credentials.ts'
import { falseIfTaken } from './false-if-taken.ts'
import { receipts } from './receipt-schema.ts'
import {
  accountTokens,
  adImpressions,
  conversions,
  identities,
  recoveryCodes,
  uploads,
  usageCounters,
  users,
} from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

type Transaction = Pick<NodePgDatabase, 'insert' | 'delete' | 'update'>

export function createPostgresAccountStore({ orm }: Database): AccountStore {
  async function findWhere(condition: Parameters<ReturnType<typeof selectAccounts>['where']>[0]) {
    const [row] = await selectAccounts(orm).where(condition)
    return row && toAccount(row)
  }

  async function writeRecoveryCodes(tx: Transaction, accountId: string, hashes: readonly string[]) {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
    if (hashes.length > 0)
      await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ accountId, codeHash })))
  }

  return withDatabaseErrors<AccountStore>({
    insert(account, identity) {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          const keys = { usernameKey: toKey(account.username), emailKey: toKey(account.email) }
          await tx.insert(users).values({ ...account, ...keys })
          if (identity)
            await tx
              .insert(identities)
              .values({ ...identity, accountId: account.id, connectedAt: account.createdAt })
        }),
      )
    },

    find: id => findWhere(eq(users.id, id)),

    findByLogin: login =>
      findWhere(or(eq(users.usernameKey, toKey(login)), eq(users.emailKey, toKey(login)))),

    findByEmail: email => findWhere(eq(users.emailKey, toKey(email))),

    async findByIdentity(provider, subject) {
      const [identity] = await orm
        .select({ accountId: identities.accountId })
        .from(identities)
        .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
      return identity && findWhere(eq(users.id, identity.accountId))
    },

    async isUsernameTaken(username) {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(eq(users.usernameKey, toKey(username)))
      return row !== undefined
    },

    changeUsername(id, username) {
      return falseIfTaken(async () => {
        await orm
          .update(users)
          .set({ username, usernameKey: toKey(username) })
          .where(eq(users.id, id))
      })
    },

    async setPassword(id, passwordHash, ended) {
      await orm.transaction(async tx => {
        await endCredentials(tx, id, ended)
        await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
      })
    },

    async redeemLink({ tokenHash, purpose }, { accountId: id, email, passwordHash, revoked: ended }, now) {
      let endedKinds: CredentialKind[] | undefined
      const isFree = await falseIfTaken(() =>
        orm.transaction(async tx => {
          // Locks the account before the link: two links of one account opened at once would otherwise deadlock.
          await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
          const used = await tx
            .delete(accountTokens)
            .where(
              and(
                eq(accountTokens.tokenHash, tokenHash),
                eq(accountTokens.accountId, id),
                eq(accountTokens.purpose, purpose),
                gt(accountTokens.expiresAt, now),
              ),
            )
            .returning({ tokenHash: accountTokens.tokenHash })
          if (used.length === 0) return
          endedKinds = await endCredentials(tx, id, ended)
          const password = passwordHash === undefined ? {} : { passwordHash }
          await tx
            .update(users)
            .set({ email, emailKey: toKey(email), emailVerifiedAt: now, ...password })
            .where(eq(users.id, id))
        }),
      )
      return isFree ? endedKinds : undefined
    },

    async rehashPassword(id, passwordHash) {
      await orm.update(users).set({ passwordHash }).where(eq(users.id, id))
    },

    async prepareTwoStep(id, twoStepSecret) {
      await orm.update(users).set({ twoStepSecret, twoStepOnAt: null }).where(eq(users.id, id))
    },

    async turnTwoStepOn(id, recoveryCodeHashes, keptSessionId) {
      await orm.transaction(async tx => {
        await tx.update(users).set({ twoStepOnAt: new Date() }).where(eq(users.id, id))
        await endCredentials(tx, id, { kinds: ['session'], keptSessionId })
        await writeRecoveryCodes(tx, id, recoveryCodeHashes)
      })
    },

    async turnTwoStepOff(id) {
      await orm.transaction(async tx => {
        await tx.update(users).set({ twoStepSecret: null, twoStepOnAt: null }).where(eq(users.id, id))
        await writeRecoveryCodes(tx, id, [])
      })
    },

    async replaceRecoveryCodes(id, recoveryCodeHashes) {
      await orm.transaction(tx => writeRecoveryCodes(tx, id, recoveryCodeHashes))
    },

    async countRecoveryCodes(id) {
      const [row] = await orm
        .select({ count: count() })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.accountId, id))
      return row?.count ?? 0
    },

    async useTimeStep(id, timeStep) {
      const used = await orm
        .update(users)
        .set({ twoStepUsed: timeStep })
        .where(and(eq(users.id, id), lt(users.twoStepUsed, timeStep)))
        .returning({ id: users.id })
      return used.length > 0
    },

    async useRecoveryCode(id, codeHash) {
      const used = await orm
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.accountId, id), eq(recoveryCodes.codeHash, codeHash)))
        .returning({ id: recoveryCodes.accountId })
      return used.length > 0
    },

    async listIdentities(id) {
      const rows = await orm.select().from(identities).where(eq(identities.accountId, id))
      return rows.map(({ accountId, ...identity }) => identity)
    },

    connect(account, identity) {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          await lockCredentials(tx, account)
          await tx.insert(identities).values({ ...identity, accountId: account.id, connectedAt: new Date() })
        }),
      )
    },

    async disconnect(id, provider) {
      const removed = await orm
        .delete(identities)
        .where(and(eq(identities.accountId, id), eq(identities.provider, provider)))
        .returning({ provider: identities.provider })
      return removed.length > 0
    },

    async remove(id, entry) {
      await orm.transaction(async tx => {
        await tx.delete(conversions).where(eq(conversions.ownerId, id))
        await tx.delete(uploads).where(eq(uploads.ownerId, id))
        await tx.delete(receipts).where(eq(receipts.ownerId, id))
        await tx.delete(usageCounters).where(eq(usageCounters.holder, id))
        await tx.update(adImpressions).set({ ownerId: null }).where(eq(adImpressions.ownerId, id))
        await tx.delete(users).where(eq(users.id, id))
        if (entry) await addAuditEntries(tx, [entry])
      })
    },
  })
}
