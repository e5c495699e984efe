/** User directory of the admin area, in PostgreSQL. */

import type { UserDirectory } from '../../ports/user-directory.ts'
import { selectAccounts, toAccount, toKey } from './account-columns.ts'
import { addAuditEntries } from './add-audit-entries.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, asc, count, desc, eq, isNotNull, isNull } from './drizzle.ts'
import { endCredentials } from './end-credentials.ts'
import { falseIfTaken } from './false-if-taken.ts'
import { olderThan } from './older-than.ts'
import { users } from './schema.ts'
import { addUsage } from './user-figures.ts'
import { matchesUser } from './user-filter.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const isActiveOperator = and(isNotNull(users.operatorSince), isNull(users.suspendedAt))

export function createPostgresUserDirectory({ orm }: Database): UserDirectory {
  return withDatabaseErrors<UserDirectory>({
    async list(filter, { after, limit }, now) {
      const rows = await selectAccounts(orm)
        .where(and(matchesUser(filter, now), olderThan(users.createdAt, users.id, after, 'text')))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit)
      return addUsage(orm, rows.map(toAccount), now)
    },

    async count(filter, now) {
      const [row] = await orm
        .select({ count: count() })
        .from(users)
        .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
        .where(matchesUser(filter, now))
      return row?.count ?? 0
    },

    async find(id, now) {
      const rows = await selectAccounts(orm).where(eq(users.id, id))
      const [found] = await addUsage(orm, rows.map(toAccount), now)
      return found
    },

    async listOperators() {
      const rows = await selectAccounts(orm)
        .where(isNotNull(users.operatorSince))
        .orderBy(asc(users.operatorSince))
      return rows.map(toAccount)
    },

    change(id, changes, entries, { keepsOperator }) {
      return orm.transaction(async tx => {
        if (keepsOperator) {
          // Locked until the commit: two operators who suspend each other at once are serialized.
          const active = await tx.select({ id: users.id }).from(users).where(isActiveOperator).for('update')
          if (active.some(each => each.id === id) && active.length === 1) return 'last-operator' as const
        }
        await tx.update(users).set(changes).where(eq(users.id, id))
        if (changes.suspendedAt)
          await endCredentials(tx, id, { kinds: ['session', 'link'], keptSessionId: null })
        await addAuditEntries(tx, entries)
        return 'changed' as const
      })
    },

    insertOperator(account, entries) {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          const keys = { usernameKey: toKey(account.username), emailKey: toKey(account.email) }
          await tx.insert(users).values({ ...account, ...keys, operatorSince: account.createdAt })
          await addAuditEntries(tx, entries)
        }),
      )
    },
  })
}
