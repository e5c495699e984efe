/** What a subscription is now: its badge, whose limits hold, and the date that matters. */
import { type PlanId, planIds, plans } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'

type SubscriptionBadge = 'none' | 'expired' | PlanId | 'active'

interface SubscriptionState {
  readonly badge: SubscriptionBadge
  /** Of the plan that was chosen. */
  readonly label: string
  readonly expiryDate: string | null
  /** Whose limits hold now. */
  readonly inForce: PlanId
}

export function describeSubscription({ subscription }: User, now: Date): SubscriptionState {
  if (!subscription) return { badge: 'none', label: '', expiryDate: null, inForce: 'free' }
  const { plan, expiryDate } = subscription
  const known = planIds.find(id => id === plan)
  const label = known ? plans[known].label : plan.charAt(0).toUpperCase() + plan.slice(1)
  if (expiryDate !== null && new Date(expiryDate) <= now)
    return { badge: 'expired', label, expiryDate, inForce: 'free' }
  return { badge: known ?? 'active', label, expiryDate, inForce: known ?? 'free' }
}
