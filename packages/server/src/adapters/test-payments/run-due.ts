/** Time-driven changes: renewals, retries, expirations and disputes. */
import { charge, createPayment, endSubscription, markPaid, openPaymentOf } from './bill-interval.ts'
import type { Payment, Subscription } from './customer-state.ts'
import { nextDue } from './customer-state.ts'
import { type CustomerTransaction, writeEvent } from './customer-transaction.ts'
import { declineOf } from './test-card.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days after the failed renewal; if the last retry fails too, the subscription ends. */
const retryAfterDays = [1, 3, 5]

/** Changes are applied in order with the time they were due, however late this runs. */
export function runDue(tx: CustomerTransaction, now: Date): void {
  for (let at = nextDue(tx.state); at && at <= now; at = nextDue(tx.state)) runDueAt(tx, at)
}

function runDueAt(tx: CustomerTransaction, at: Date): void {
  for (const subscription of tx.state.subscriptions)
    if (subscription.dueAt && subscription.dueAt <= at) continueSubscription(tx, subscription, at)
  for (const payment of tx.state.payments)
    if (payment.disputeDueAt && payment.disputeDueAt <= at) dispute(tx, payment, at)
}

function continueSubscription(tx: CustomerTransaction, subscription: Subscription, at: Date): void {
  if (subscription.cancelsAtEnd || subscription.status === 'incomplete') {
    endSubscription(tx, subscription, at)
    return
  }
  const payment = openPaymentOf(tx, subscription) ?? createPayment(tx, subscription, 0)
  if (payment) collect(tx, subscription, payment, at)
  else markPaid(tx, subscription, null, at)
}

function collect(tx: CustomerTransaction, subscription: Subscription, payment: Payment, at: Date): void {
  const { card } = tx.state
  if (card && !declineOf(card, at, { isHolderPresent: false })) {
    charge(tx, payment, card, at)
    markPaid(tx, subscription, payment, at)
    return
  }
  writeEvent(tx, 'payment-failed', at, { subscriptionId: subscription.id, intentId: payment.id })
  const days = retryAfterDays[subscription.failedAttempts]
  if (days === undefined) {
    endSubscription(tx, subscription, at)
    return
  }
  subscription.status = 'past-due'
  subscription.failedAttempts += 1
  subscription.dueAt = new Date(subscription.paidUntil.getTime() + days * dayMs)
  writeEvent(tx, 'subscription-updated', at, { subscriptionId: subscription.id })
}

function dispute(tx: CustomerTransaction, payment: Payment, at: Date): void {
  payment.disputeDueAt = null
  payment.isDisputed = true
  writeEvent(tx, 'disputed', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
}
