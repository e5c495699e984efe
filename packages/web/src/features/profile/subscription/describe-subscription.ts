/** What a subscription is now: its badge, whose limits hold, and the date that matters. */
import { type PlanId, planIds, plans } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'

type SubscriptionBadge = 'none' | 'expired' | PlanId | 'active'

export interface SubscriptionState {
  readonly badge: SubscriptionBadge
  /** Of the plan that was chosen. */
  readonly label: string
  readonly expiryDate: string | null
  /** Whose limits hold now. */
  readonly inForce: PlanId
  /** A plan other than Free, whose time is not over. */
  readonly isRunning: boolean
  /** What keeps a running plan from simply renewing. */
  readonly trouble: 'cancelled' | 'past-due' | undefined
  /** Nobody pays for it: an operator gave it. */
  readonly isGranted: boolean
}

const nothing = {
  expiryDate: null,
  inForce: 'free',
  isRunning: false,
  trouble: undefined,
  isGranted: false,
} as const

export function describeSubscription({ subscription }: User, now: Date): SubscriptionState {
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
    inForce: known ?? 'free',
    isRunning: known !== 'free',
    trouble: status === 'cancelled' || status === 'past-due' ? status : undefined,
    isGranted,
  }
}
