/** Determines whether a subscription is active, and maps the provider's state to it. */
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { addDays } from './billing-deps.ts'

/** Undefined if it has ended or its access has expired. */
export function runningSubscription(
  subscription: SubscriptionRecord | undefined,
  now: Date,
): SubscriptionRecord | undefined {
  if (!subscription || subscription.status === 'ended') return undefined
  return subscription.accessUntil > now ? subscription : undefined
}

type SubscriptionState = Pick<
  SubscriptionRecord,
  'status' | 'periodStart' | 'expiresAt' | 'accessUntil' | 'checkedAt'
>

/** Renewing subscriptions get a grace period, because an event may be late or a card may fail. */
export function subscriptionStateOf(
  found: ProviderSubscription,
  graceDays: number,
  now: Date,
): SubscriptionState {
  const paid = { periodStart: found.paidFrom, expiresAt: found.paidUntil, checkedAt: now }
  const graceEnd = addDays(found.paidUntil, graceDays)
  switch (found.status) {
    case 'active':
      return found.cancelsAtEnd
        ? { ...paid, status: 'cancelled', accessUntil: found.paidUntil }
        : { ...paid, status: 'active', accessUntil: graceEnd }
    case 'past-due':
      return { ...paid, status: 'past-due', accessUntil: graceEnd }
    case 'incomplete':
    case 'ended': {
      const endedAt = earlier(found.endedAt ?? now, now)
      return { ...paid, status: 'ended', expiresAt: endedAt, accessUntil: endedAt }
    }
  }
}

/** Ends a subscription now, without asking the provider. */
export function endedNow(subscription: SubscriptionRecord, now: Date): SubscriptionRecord {
  const endedAt = earlier(subscription.expiresAt, now)
  return { ...subscription, status: 'ended', expiresAt: endedAt, accessUntil: endedAt, checkedAt: now }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
