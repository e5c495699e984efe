/** Which plan's limits hold: a plan whose time is over is Free again. */
import type { PlanId } from '@filesmith/contract/plans'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Owner } from '../owners/owner.ts'

export function currentPlan(account: AccountRecord, now: Date): PlanId {
  const isOver = account.planExpiresAt !== null && account.planExpiresAt <= now
  return isOver ? 'free' : account.chosenPlan
}

export function accountOwner(account: AccountRecord, now: Date): Owner {
  return { id: account.id, plan: currentPlan(account, now) }
}
