/** Plan and operator role by groups, as an OpenID provider or a proxy reports them at sign-in. */
import { groupActor } from '@filesmith/contract/messages/admin-audit'
import { type OfferedPlanId, planIds } from '@filesmith/contract/plans'
import type { AccountRecord } from '../../database/account-store.ts'
import type { NewAuditEntry } from '../../database/audit-log.ts'
import type { GroupRights, UserDirectory } from '../../database/user-directory.ts'
import type { Clock } from '../../ports/clock.ts'

export interface GroupRules {
  readonly plans: ReadonlyMap<string, OfferedPlanId>
  readonly operators: ReadonlySet<string>
}

export interface GroupDeps extends Clock {
  readonly directory: Pick<UserDirectory, 'setGroupRights'>
  readonly groupRules: GroupRules
}

/**
 * Gives what the groups give, and revokes what groups gave before; paid plans, grants and operators made by hand are
 * stored separately and stay. Without groups (a password proves none), everything that groups gave is revoked.
 */
export async function applyGroups(
  deps: GroupDeps,
  account: AccountRecord,
  groups: readonly string[],
): Promise<AccountRecord> {
  const rights = rightsOf(deps.groupRules, groups)
  const { groupPlan, groupOperatorSince } = account
  if (rights.plan === groupPlan && rights.isOperator === (groupOperatorSince !== null)) return account
  const now = deps.now()
  const entriesOf = (before: GroupRights) => describeChanges(before, rights, account.username)
  await deps.directory.setGroupRights(account.id, rights, entriesOf, now)
  return {
    ...account,
    groupPlan: rights.plan,
    groupOperatorSince: rights.isOperator ? (groupOperatorSince ?? now) : null,
  }
}

/** The best plan of all groups. */
export function rightsOf({ plans, operators }: GroupRules, groups: readonly string[]): GroupRights {
  const given = new Set(groups.map(group => plans.get(group)))
  return {
    plan: planIds.findLast(plan => given.has(plan)) ?? null,
    isOperator: groups.some(group => operators.has(group)),
  }
}

function describeChanges(before: GroupRights, after: GroupRights, target: string): NewAuditEntry[] {
  const about = { actor: { id: null, name: groupActor }, target }
  const entries: NewAuditEntry[] = []
  if (after.plan !== before.plan && after.plan !== null)
    entries.push({ ...about, action: 'plan-granted', detail: { plan: after.plan, until: null } })
  if (after.plan === null && before.plan !== null)
    entries.push({ ...about, action: 'plan-withdrawn', detail: { plan: before.plan } })
  if (after.isOperator !== before.isOperator)
    entries.push({ ...about, action: after.isOperator ? 'operator-made' : 'operator-revoked' })
  return entries
}
