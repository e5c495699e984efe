/** What happens by itself as time goes by: renewals, further attempts, ends and disputes. */
import { charge, endSubscription, makeOutPayment, markPaid, openPaymentOf } from './bill-interval.ts'
import type { Payment, Subscription } from './customer-book.ts'
import { nextDue } from './customer-book.ts'
import { declineOf } from './test-card.ts'
import { type Turn, writeEvent } from './turn.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days after the renewal that failed; when the last of them fails too, the subscription ends. */
const retryAfterDays = [1, 3, 5]

/** Everything happens at the moment it was due, in order, however late somebody looks. */
export function runDue(turn: Turn, now: Date): void {
  for (let at = nextDue(turn.book); at && at <= now; at = nextDue(turn.book)) runDueAt(turn, at)
}

function runDueAt(turn: Turn, at: Date): void {
  for (const subscription of turn.book.subscriptions)
    if (subscription.dueAt && subscription.dueAt <= at) continueSubscription(turn, subscription, at)
  for (const payment of turn.book.payments)
    if (payment.disputeDueAt && payment.disputeDueAt <= at) dispute(turn, payment, at)
}

function continueSubscription(turn: Turn, subscription: Subscription, at: Date): void {
  if (subscription.cancelsAtEnd || subscription.status === 'incomplete') {
    endSubscription(turn, subscription, at)
    return
  }
  const payment = openPaymentOf(turn, subscription) ?? makeOutPayment(turn, subscription, 0)
  if (payment) collect(turn, subscription, payment, at)
  else markPaid(turn, subscription, null, at)
}

function collect(turn: Turn, subscription: Subscription, payment: Payment, at: Date): void {
  const { card } = turn.book
  if (card && !declineOf(card, at, { isHolderPresent: false })) {
    charge(turn, payment, card, at)
    markPaid(turn, subscription, payment, at)
    return
  }
  writeEvent(turn, 'payment-failed', at, { subscriptionId: subscription.id, intentId: payment.id })
  const days = retryAfterDays[subscription.failedAttempts]
  if (days === undefined) {
    endSubscription(turn, subscription, at)
    return
  }
  subscription.status = 'past-due'
  subscription.failedAttempts += 1
  subscription.dueAt = new Date(subscription.paidUntil.getTime() + days * dayMs)
  writeEvent(turn, 'subscription-updated', at, { subscriptionId: subscription.id })
}

function dispute(turn: Turn, payment: Payment, at: Date): void {
  payment.disputeDueAt = null
  payment.isDisputed = true
  writeEvent(turn, 'disputed', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
}
