/** Determines whether a subscription is active, maps the provider's state to it, and saves changes with their mail. */
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import type { SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { BillingNotice } from '../../ports/mail.ts'
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

/** After a full refund the account is on Free, as if it had never paid: nothing has expired. */
export function endedByRefund(subscription: SubscriptionRecord, now: Date): SubscriptionRecord {
  return { ...endedNow(subscription, now), plan: 'free' }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** End of the money-back period; null if a refund is not available. */
export function moneyBackUntil(subscription: SubscriptionRecord, isUsed: boolean, now: Date): Date | null {
  const until = addDays(subscription.startedAt, moneyBackDays)
  return isUsed || until <= now || !runningSubscription(subscription, now) ? null : until
}

const noticeOf = {
  active: null,
  cancelled: 'plan-cancelled',
  'past-due': 'payment-failed',
  ended: 'plan-ended',
} as const satisfies Record<SubscriptionRecord['status'], BillingNotice | null>

/** Notifies the payer if the status changed. */
export async function saveChange(
  transaction: BillingTransaction,
  before: SubscriptionRecord,
  after: SubscriptionRecord,
): Promise<void> {
  await transaction.saveSubscription(after)
  const notice = after.status === before.status ? null : noticeOf[after.status]
  if (!notice) return
  const { accountId, plan, price } = after
  const date = (after.status === 'past-due' ? after.accessUntil : after.expiresAt).toISOString()
  await transaction.queueMail({
    kind: 'billing',
    notice,
    accountId,
    plan,
    amount: price,
    date,
    invoiceId: null,
  })
}
