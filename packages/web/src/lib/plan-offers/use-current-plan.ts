/** The plan of whoever is signed in; visitors have none. */
import { type PlanId, planIds } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import { useAccount } from '../use-account.ts'

/** Undefined while nobody knows who is looking; null for visitors. */
export function useCurrentPlan(): PlanId | null | undefined {
  const { state, user } = useAccount()
  if (state === 'unknown') return undefined
  return user && planInForce(user, new Date())
}

/** A plan whose time is over is not the current one: it can be bought again. */
function planInForce({ subscription }: User, now: Date): PlanId {
  const hasEnded = subscription?.expiryDate != null && new Date(subscription.expiryDate) <= now
  const named = planIds.find(plan => plan === subscription?.plan.toLowerCase())
  return hasEnded ? 'free' : (named ?? 'free')
}
