/** Calculates the amount due for a plan: its price less the unused part of the current one (proration). */
import { AppError } from '@filesmith/contract/errors'
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import { type PlanId, plans } from '@filesmith/contract/plans'
import type { Quote } from '@filesmith/contract/schemas/billing'
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import { runningSubscription } from './running-subscription.ts'

export interface RequestedPlan {
  readonly plan: PlanId
  readonly interval: BillingInterval
  readonly price: number
}

/** Card providers refuse smaller payments; amounts below are waived. */
const minPaymentCents = 50

/** `balance` is credit from an earlier change, which the provider deducts itself. */
export function quoteCheckout(
  current: SubscriptionRecord | undefined,
  wanted: RequestedPlan,
  balance: number,
  now: Date,
): Quote {
  const running = runningSubscription(current, now)
  const isSame = running?.plan === wanted.plan && running.interval === wanted.interval
  if (isSame && running.status === 'cancelled')
    return { ...wanted, kind: 'resume', credit: 0, balance: 0, due: 0, creditLeft: 0 }
  if (isSame && running.status === 'active')
    throw new AppError('plan-already-yours', { plan: plans[wanted.plan].label })
  const credit = running ? unusedCents(running, now) : 0
  const afterCredit = Math.max(0, wanted.price - credit)
  const balanceUsed = Math.min(balance, afterCredit)
  const due = afterCredit - balanceUsed
  return {
    ...wanted,
    kind: running ? 'change' : 'new',
    credit,
    balance: balanceUsed,
    due: due < minPaymentCents ? 0 : due,
    creditLeft: Math.max(0, credit - wanted.price) + balance - balanceUsed,
  }
}

/** Prorated by time; an unpaid period gives nothing. */
function unusedCents({ price, periodStart, expiresAt, status }: SubscriptionRecord, now: Date): number {
  if (status === 'past-due' || now >= expiresAt) return 0
  const whole = expiresAt.getTime() - periodStart.getTime()
  const left = expiresAt.getTime() - Math.max(now.getTime(), periodStart.getTime())
  return whole <= 0 ? 0 : Math.floor((price * left) / whole)
}
