/** Bills one interval of a subscription: creates, collects or cancels its payment. */

import { randomBytes } from 'node:crypto'
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { Payment, SavedCard, Subscription } from './customer-state.ts'
import { type CustomerTransaction, makeId, writeEvent, writePointer } from './customer-transaction.ts'

/** As many as findSubscription returns. */
const invoicesKept = 12

/** Applies the customer's credit first. Null if nothing remains to be paid. */
export function createPayment(
  tx: CustomerTransaction,
  subscription: Subscription,
  discount: number,
): Payment | null {
  const owed = Math.max(0, subscription.price - discount)
  const creditUsed = Math.min(tx.state.credit, owed)
  tx.state.credit -= creditUsed
  if (owed === creditUsed) return null
  const id = makeId('pi')
  const payment: Payment = {
    id,
    clientSecret: `${id}_secret_${randomBytes(24).toString('base64url')}`,
    subscriptionId: subscription.id,
    amount: owed - creditUsed,
    creditUsed,
    status: 'open',
    cardToConfirm: null,
    refunded: 0,
    isDisputed: false,
    disputeDueAt: null,
  }
  tx.state.payments.push(payment)
  writePointer(tx, 'payment', id)
  subscription.openPaymentId = id
  return payment
}

export function openPaymentOf(tx: CustomerTransaction, subscription: Subscription): Payment | undefined {
  return tx.state.payments.find(({ id }) => id === subscription.openPaymentId)
}

/** Records a successful charge. */
export function charge(tx: CustomerTransaction, payment: Payment, card: SavedCard, at: Date): void {
  payment.status = 'succeeded'
  payment.cardToConfirm = null
  payment.disputeDueAt = card.outcome === 'disputed' ? at : null
  tx.state.card = card
  writeEvent(tx, 'payment-succeeded', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
}

/** The interval is paid, by `payment` or because nothing was owed: extends the subscription. */
export function markPaid(
  tx: CustomerTransaction,
  subscription: Subscription,
  payment: Payment | null,
  at: Date,
): void {
  if (subscription.intervalsPaid === 0) subscription.anchor = at
  const { anchor, interval, intervalsPaid } = subscription
  const periodStart = intervalStart(anchor, interval, intervalsPaid)
  const periodEnd = intervalStart(anchor, interval, intervalsPaid + 1)
  const invoice = {
    id: makeId('in'),
    intentId: payment?.id ?? null,
    amount: payment?.amount ?? 0,
    paidAt: at,
    periodStart,
    periodEnd,
  }
  Object.assign(subscription, {
    status: 'active',
    intervalsPaid: intervalsPaid + 1,
    paidFrom: periodStart,
    paidUntil: periodEnd,
    openPaymentId: null,
    failedAttempts: 0,
    dueAt: periodEnd,
    invoices: [invoice, ...subscription.invoices].slice(0, invoicesKept),
  } satisfies Partial<Subscription>)
  writeEvent(tx, 'subscription-updated', at, { subscriptionId: subscription.id })
}

/** Cancels the open payment, and its credit returns to the customer. */
export function endSubscription(tx: CustomerTransaction, subscription: Subscription, at: Date): void {
  if (subscription.status === 'ended') return
  const payment = openPaymentOf(tx, subscription)
  if (payment) {
    payment.status = 'cancelled'
    payment.cardToConfirm = null
    tx.state.credit += payment.creditUsed
  }
  Object.assign(subscription, {
    status: 'ended',
    openPaymentId: null,
    endedAt: at,
    dueAt: null,
  } satisfies Partial<Subscription>)
  writeEvent(tx, 'subscription-ended', at, { subscriptionId: subscription.id })
}

/** Adding to the previous interval instead would lose the 31st after the first short month. */
export function intervalStart(anchor: Date, interval: BillingInterval, intervals: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + intervals * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
