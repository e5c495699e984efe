/** Which paid plan holds now, and how it stands after what the provider says. */
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { addDays } from './billing-deps.ts'

/** Undefined when it has ended, or its time is over. */
export function runningSubscription(
  subscription: SubscriptionRecord | undefined,
  now: Date,
): SubscriptionRecord | undefined {
  if (!subscription || subscription.status === 'ended') return undefined
  return subscription.accessUntil > now ? subscription : undefined
}

type Standing = Pick<SubscriptionRecord, 'status' | 'periodStart' | 'expiresAt' | 'accessUntil' | 'checkedAt'>

/** While it renews, a notice may be late and a card may fail: days of grace follow what is paid. */
export function standingOf(found: ProviderSubscription, graceDays: number, now: Date): Standing {
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

/** As one's own books say it, when it ends here and now. */
export function endedNow(subscription: SubscriptionRecord, now: Date): SubscriptionRecord {
  const endedAt = earlier(subscription.expiresAt, now)
  return { ...subscription, status: 'ended', expiresAt: endedAt, accessUntil: endedAt, checkedAt: now }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
