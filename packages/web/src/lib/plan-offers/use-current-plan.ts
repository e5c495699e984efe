/** Current plan of the signed-in user. */
import { type PlanId, planIds } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import { useAccount } from '../use-account.ts'

/** Undefined while loading; null for visitors. */
export function useCurrentPlan(): PlanId | null | undefined {
  const { state, user } = useAccount()
  if (state === 'unknown') return undefined
  return user && activePlan(user, new Date())
}

/** An expired plan counts as Free and can be bought again. */
function activePlan({ subscription }: User, now: Date): PlanId {
  const hasExpired = subscription?.expiryDate != null && new Date(subscription.expiryDate) <= now
  const subscribedPlan = planIds.find(plan => plan === subscription?.plan.toLowerCase())
  return hasExpired ? 'free' : (subscribedPlan ?? 'free')
}
