/** The plan whose limits apply: the higher of the paid and the granted plan; expired plans fall back to Free. */
import { type PlanId, planIds } from '@filesmith/contract/plans'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Owner } from '../owners/owner.ts'

/** The plan that is paid for, ignoring grants. */
export function paidPlan(account: AccountRecord, now: Date): PlanId {
  const isOver = account.planExpiresAt !== null && account.planExpiresAt <= now
  return isOver ? 'free' : account.chosenPlan
}

/** The plan granted by an operator, if it is higher than the paid one. */
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
