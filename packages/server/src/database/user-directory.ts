/** All accounts as operators see them, and the changes operators can make. */
import { type OfferedPlanId, planIds } from '@filesmith/contract/plans'
import type { ListPage } from '../ports/list-page.ts'
import { type AccountRecord, type NewAccount, selectAccounts, toAccount, toKey } from './account-store.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import { subscriptions } from './billing-schema.ts'
import type { Database } from './database.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  max,
  type NodePgDatabase,
  not,
  or,
  type SQL,
  sql,
  sum,
} from './drizzle.ts'
import { endCredentials } from './end-credentials.ts'
import { falseIfTaken } from './false-if-taken.ts'
import { escapeLike, olderThan } from './older-than.ts'
import { conversions, sessions, uploads, usageCounters, users } from './schema.ts'
import { endSetUp } from './set-up-store.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface ListedUser extends AccountRecord {
  readonly lastSeenAt: Date | null
  readonly conversionsThisMonth: number
  readonly storedBytes: number
}

export interface UserFilter {
  /** Part of the username or email address, case-insensitive. */
  readonly search?: string | undefined
  /** Plan whose limits currently apply. */
  readonly plan?: OfferedPlanId | undefined
  readonly isOperator?: boolean | undefined
  readonly isSuspended?: boolean | undefined
}

/** What groups of the directory give to an account. */
export interface GroupRights {
  readonly plan: OfferedPlanId | null
  readonly isOperator: boolean
}

export type UserChanges = Partial<
  Pick<AccountRecord, 'grantedPlan' | 'grantedUntil' | 'operatorSince' | 'suspendedAt'>
>

const isOperator = or(isNotNull(users.operatorSince), isNotNull(users.groupOperatorSince))
/** Operators by group do not count: the directory may take the role back at any time. */
const isActiveOperator = and(isNotNull(users.operatorSince), isNull(users.suspendedAt))

export type UserDirectory = ReturnType<typeof createUserDirectory>

export function createUserDirectory({ orm, instancePlan }: Database) {
  return withDatabaseErrors({
    /** Newest first. */
    async list(filter: UserFilter, { after, limit }: ListPage, now: Date): Promise<ListedUser[]> {
      const rows = await selectAccounts(orm)
        .where(and(matchesUser(filter, now), olderThan(users.createdAt, users.id, after, 'text')))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit)
      return addUsage(
        orm,
        rows.map(row => toAccount(row, instancePlan)),
        now,
      )
    },

    async count(filter: UserFilter, now: Date): Promise<number> {
      const [row] = await orm
        .select({ count: count() })
        .from(users)
        .leftJoin(subscriptions, eq(subscriptions.accountId, users.id))
        .where(matchesUser(filter, now))
      return row?.count ?? 0
    },

    async find(id: string, now: Date): Promise<ListedUser | undefined> {
      const rows = await selectAccounts(orm).where(eq(users.id, id))
      const [found] = await addUsage(
        orm,
        rows.map(row => toAccount(row, instancePlan)),
        now,
      )
      return found
    },

    async listOperators(): Promise<AccountRecord[]> {
      const rows = await selectAccounts(orm)
        .where(isOperator)
        .orderBy(asc(sql`coalesce(${users.operatorSince}, ${users.groupOperatorSince})`))
      return rows.map(row => toAccount(row, instancePlan))
    },

    /**
     * Writes the changes and their audit entries in one transaction; a suspended user is also signed out everywhere.
     * With `keepsOperator`, the last operator cannot be demoted: nothing changes, and 'last-operator' is returned.
     */
    change(
      id: string,
      changes: UserChanges,
      entries: readonly NewAuditEntry[],
      { keepsOperator }: { readonly keepsOperator: boolean },
    ): Promise<'changed' | 'last-operator'> {
      return orm.transaction(async tx => {
        if (keepsOperator) {
          // Locked until the commit: two operators who suspend each other at once are serialized.
          const active = await tx.select({ id: users.id }).from(users).where(isActiveOperator).for('update')
          if (active.some(each => each.id === id) && active.length === 1) return 'last-operator' as const
        }
        await tx.update(users).set(changes).where(eq(users.id, id))
        if (changes.operatorSince) await endSetUp(tx)
        if (changes.suspendedAt)
          await endCredentials(tx, id, { kinds: ['session', 'link'], keptSessionId: null })
        await addAuditEntries(tx, entries)
        return 'changed' as const
      })
    },

    /**
     * Replaces what groups gave to the account; compared under a lock, so that concurrent requests write one audit entry.
     */
    setGroupRights(
      id: string,
      rights: GroupRights,
      entriesOf: (before: GroupRights) => readonly NewAuditEntry[],
      now: Date,
    ): Promise<void> {
      return orm.transaction(async tx => {
        const [row] = await tx
          .select({ plan: users.groupPlan, since: users.groupOperatorSince })
          .from(users)
          .where(eq(users.id, id))
          .for('no key update')
        if (!row) return
        const before = { plan: row.plan, isOperator: row.since !== null }
        const entries = entriesOf(before)
        if (entries.length === 0) return
        const since = rights.isOperator ? (row.since ?? now) : null
        await tx
          .update(users)
          .set({ groupPlan: rights.plan, groupOperatorSince: since })
          .where(eq(users.id, id))
        await addAuditEntries(tx, entries)
      })
    },

    /** False if the username or email address is taken. */
    insertOperator(account: NewAccount, entries: readonly NewAuditEntry[]): Promise<boolean> {
      return falseIfTaken(() =>
        orm.transaction(async tx => {
          const keys = { usernameKey: toKey(account.username), emailKey: toKey(account.email) }
          await tx.insert(users).values({ ...account, ...keys, operatorSince: account.createdAt })
          await endSetUp(tx)
          await addAuditEntries(tx, entries)
        }),
      )
    },
  })
}

/** Usage of the accounts on a page, queried for all of them at once. */
async function addUsage(
  orm: NodePgDatabase,
  accounts: readonly AccountRecord[],
  now: Date,
): Promise<ListedUser[]> {
  const ids = accounts.map(account => account.id)
  if (ids.length === 0) return []
  const [seen, used, uploaded, made] = await Promise.all([
    orm
      .select({ id: sessions.accountId, value: max(sessions.seenAt) })
      .from(sessions)
      .where(inArray(sessions.accountId, ids))
      .groupBy(sessions.accountId),
    orm
      .select({ id: usageCounters.holder, value: usageCounters.used })
      .from(usageCounters)
      .where(
        and(
          inArray(usageCounters.holder, ids),
          eq(usageCounters.period, 'month'),
          eq(usageCounters.startsOn, `${now.toISOString().slice(0, 7)}-01`),
        ),
      ),
    orm
      .select({ id: uploads.ownerId, value: sum(uploads.declaredBytes).mapWith(Number) })
      .from(uploads)
      .where(and(inArray(uploads.ownerId, ids), isNotNull(uploads.completedAt)))
      .groupBy(uploads.ownerId),
    orm
      .select({ id: conversions.ownerId, value: sql`sum(${conversions.resultSize})`.mapWith(Number) })
      .from(conversions)
      .where(and(inArray(conversions.ownerId, ids), eq(conversions.status, 'succeeded')))
      .groupBy(conversions.ownerId),
  ])
  const seenAt = new Map(seen.map(({ id, value }) => [id, value]))
  const counts = [used, uploaded, made].map(rows => new Map(rows.map(({ id, value }) => [id, value ?? 0])))
  return accounts.map(account => {
    const [inMonth = 0, sent = 0, results = 0] = counts.map(map => map.get(account.id) ?? 0)
    return {
      ...account,
      lastSeenAt: seenAt.get(account.id) ?? null,
      conversionsThisMonth: inMonth,
      storedBytes: sent + results,
    }
  })
}

/** SQL condition for the filters of the user list. */
function matchesUser(
  { search, plan, isOperator: wanted, isSuspended }: UserFilter,
  now: Date,
): SQL | undefined {
  const pattern = search ? `%${escapeLike(toKey(search))}%` : undefined
  return and(
    pattern ? or(like(users.usernameKey, pattern), like(users.emailKey, pattern)) : undefined,
    plan && sql`${currentPlanRank(now)} = ${planIds.indexOf(plan) + 1}`,
    wanted === undefined || isOperator === undefined ? undefined : wanted ? isOperator : not(isOperator),
    isSuspended === undefined
      ? undefined
      : isSuspended
        ? isNotNull(users.suspendedAt)
        : isNull(users.suspendedAt),
  )
}

/** SQL version of `domain/accounts/current-plan`; ranks start at 1. */
function currentPlanRank(now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`
  const paid = sql`case when coalesce(${subscriptions.accessUntil}, ${subscriptions.expiresAt}) <= ${moment}
    then null else ${subscriptions.plan} end`
  const granted = sql`case when ${users.grantedUntil} <= ${moment} then null else ${users.grantedPlan} end`
  const rank = (plan: SQL) => sql`coalesce(array_position(${rankedPlans}, ${plan}), 1)`
  return sql`greatest(${rank(paid)}, ${rank(granted)}, ${rank(sql`${users.groupPlan}`)})`
}

const rankedPlans = sql.raw(`array[${planIds.map(plan => `'${plan}'`)}]`)
