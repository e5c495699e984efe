/** Which plan's limits hold: the better of what is paid and what an operator gave; a plan whose time is over is Free again. */
import { type PlanId, planIds } from '@filesmith/contract/plans'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Owner } from '../owners/owner.ts'

/** What was chosen and paid for, whatever was given. */
export function paidPlan(account: AccountRecord, now: Date): PlanId {
  const isOver = account.planExpiresAt !== null && account.planExpiresAt <= now
  return isOver ? 'free' : account.chosenPlan
}

/** What an operator gave, where it is better than what is paid; undefined otherwise. */
export function grantInForce(account: AccountRecord, now: Date): PlanId | undefined {
  const { grantedPlan, grantedUntil } = account
  if (grantedPlan === null || (grantedUntil !== null && grantedUntil <= now)) return undefined
  return planIds.indexOf(grantedPlan) > planIds.indexOf(paidPlan(account, now)) ? grantedPlan : undefined
}

export function currentPlan(account: AccountRecord, now: Date): PlanId {
  return grantInForce(account, now) ?? paidPlan(account, now)
}

export function accountOwner(account: AccountRecord, now: Date): Owner {
  return { id: account.id, plan: currentPlan(account, now) }
}
