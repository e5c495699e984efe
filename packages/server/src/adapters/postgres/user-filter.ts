/** SQL condition for the filters of the user list. */
import { planIds } from '@filesmith/contract/plans'
import type { UserFilter } from '../../ports/user-directory.ts'
import { toKey } from './account-columns.ts'
import { subscriptions } from './billing-schema.ts'
import { and, isNotNull, isNull, like, or, type SQL, sql } from './drizzle.ts'
import { escapeLike } from './older-than.ts'
import { users } from './schema.ts'

export function matchesUser(
  { search, plan, isOperator, isSuspended }: UserFilter,
  now: Date,
): SQL | undefined {
  const pattern = search ? `%${escapeLike(toKey(search))}%` : undefined
  return and(
    pattern ? or(like(users.usernameKey, pattern), like(users.emailKey, pattern)) : undefined,
    plan && sql`${currentPlanRank(now)} = ${planIds.indexOf(plan) + 1}`,
    isOperator === undefined
      ? undefined
      : isOperator
        ? isNotNull(users.operatorSince)
        : isNull(users.operatorSince),
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
  return sql`greatest(${rank(paid)}, ${rank(granted)})`
}

const rankedPlans = sql.raw(`array[${planIds.map(plan => `'${plan}'`)}]`)
