/** The link that creates the first operator. Stored as a hash, so that all web processes accept the same link. */
import { type NewAccount, toKey } from './account-store.ts'
import { setUpLinks } from './admin-schema.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import type { Database } from './database.ts'
import { and, eq, gt, isNotNull, lte, type NodePgDatabase } from './drizzle.ts'
import { falseIfTaken } from './false-if-taken.ts'
import { users } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface SetUpLink {
  readonly tokenHash: string
  readonly expiresAt: Date
}

/** The table has one row. */
const id = 1

export type SetUpStore = ReturnType<typeof createSetUpStore>

export function createSetUpStore({ orm }: Database) {
  const isValid = (tokenHash: string, now: Date) =>
    and(eq(setUpLinks.tokenHash, tokenHash), gt(setUpLinks.expiresAt, now))

  return withDatabaseErrors({
    hasOperator: () => hasOperator(orm),

    /** Stores the link if there is no valid one; of several processes that start at once, one succeeds. */
    async addUnlessValid(link: SetUpLink, now: Date): Promise<boolean> {
      const added = await orm
        .insert(setUpLinks)
        .values({ id, ...link })
        .onConflictDoUpdate({ target: setUpLinks.id, set: link, setWhere: lte(setUpLinks.expiresAt, now) })
        .returning({ id: setUpLinks.id })
      return added.length > 0
    },

    /** The earlier link stops working. */
    async replace(link: SetUpLink): Promise<void> {
      await orm
        .insert(setUpLinks)
        .values({ id, ...link })
        .onConflictDoUpdate({ target: setUpLinks.id, set: link })
    },

    async isValid(tokenHash: string, now: Date): Promise<boolean> {
      const found = await orm.select({ id: setUpLinks.id }).from(setUpLinks).where(isValid(tokenHash, now))
      return found.length > 0
    },

    /**
     * Consumes the link and creates the operator in one transaction: of two concurrent requests the second waits for the
     * row and then finds it deleted. If the name or the address is taken, the link stays valid.
     */
    async redeem(
      tokenHash: string,
      account: NewAccount,
      entry: NewAuditEntry,
    ): Promise<'created' | 'invalid' | 'taken'> {
      let outcome: 'created' | 'invalid' = 'invalid'
      const isFree = await falseIfTaken(() =>
        orm.transaction(async tx => {
          const used = await tx
            .delete(setUpLinks)
            .where(isValid(tokenHash, account.createdAt))
            .returning({ id: setUpLinks.id })
          if (used.length === 0 || (await hasOperator(tx))) return
          const keys = { usernameKey: toKey(account.username), emailKey: toKey(account.email) }
          await tx.insert(users).values({ ...account, ...keys, operatorSince: account.createdAt })
          await addAuditEntries(tx, [entry])
          outcome = 'created'
        }),
      )
      return isFree ? outcome : 'taken'
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(setUpLinks).where(lte(setUpLinks.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}

/** A suspended operator counts: the command line can restore the account. */
async function hasOperator(tx: Pick<NodePgDatabase, 'select'>): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(isNotNull(users.operatorSince)).limit(1)
  return found.length > 0
}

/** In every transaction that creates an operator: an older link must not work after that operator is revoked. */
export async function endSetUp(tx: Pick<NodePgDatabase, 'delete'>): Promise<void> {
  await tx.delete(setUpLinks)
}
