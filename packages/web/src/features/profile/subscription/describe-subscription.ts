/** Display state of a subscription: badge, effective plan and relevant date. */
import { type OfferedPlanId, type PlanId, planIds, plans } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'

type SubscriptionBadge = 'none' | 'expired' | OfferedPlanId | 'active'

export interface SubscriptionState {
  readonly badge: SubscriptionBadge
  /** Label of the chosen plan. */
  readonly label: string
  readonly expiryDate: string | null
  /** Plan whose limits apply now. */
  readonly effectivePlan: PlanId
  /** A plan other than Free that has not expired. */
  readonly isActive: boolean
  /** Why an active plan will not simply renew. */
  readonly issue: 'cancelled' | 'past-due' | undefined
  /** Granted by an operator, without payment. */
  readonly isGranted: boolean
}

const nothing = {
  expiryDate: null,
  effectivePlan: 'free',
  isActive: false,
  issue: undefined,
  isGranted: false,
} as const

export function describeSubscription({ subscription }: User, now: Date): SubscriptionState {
  // Absent in a private instance.
  if (subscription === undefined) return { ...nothing, badge: 'none', label: '', effectivePlan: 'private' }
  if (!subscription) return { ...nothing, badge: 'none', label: '' }
  const { plan, expiryDate, status, isGranted = false } = subscription
  const known = planIds.find(id => id === plan)
  const label = known ? plans[known].label : plan.charAt(0).toUpperCase() + plan.slice(1)
  if (expiryDate !== null && new Date(expiryDate) <= now)
    return { ...nothing, badge: 'expired', label, expiryDate }
  return {
    badge: known ?? 'active',
    label,
    expiryDate,
    effectivePlan: known ?? 'free',
    isActive: known !== 'free',
    issue: status === 'cancelled' || status === 'past-due' ? status : undefined,
    isGranted,
  }
}
