/** The bill for one interval of a subscription: made out, paid, or given up. */

import { randomBytes } from 'node:crypto'
import type { Payment, SavedCard, Subscription } from './customer-book.ts'
import { intervalStart } from './interval-start.ts'
import { makeId, type Turn, writeEvent, writePointer } from './turn.ts'

/** As many as somebody is ever told of. */
const invoicesKept = 12

/** Takes the customer's credit first. Null when nothing remains to be paid. */
export function makeOutPayment(turn: Turn, subscription: Subscription, discount: number): Payment | null {
  const owed = Math.max(0, subscription.price - discount)
  const creditUsed = Math.min(turn.book.credit, owed)
  turn.book.credit -= creditUsed
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
  turn.book.payments.push(payment)
  writePointer(turn, 'payment', id)
  subscription.openPaymentId = id
  return payment
}

export function openPaymentOf(turn: Turn, subscription: Subscription): Payment | undefined {
  return turn.book.payments.find(({ id }) => id === subscription.openPaymentId)
}

/** The card went through. */
export function charge(turn: Turn, payment: Payment, card: SavedCard, at: Date): void {
  payment.status = 'succeeded'
  payment.cardToConfirm = null
  payment.disputeDueAt = card.outcome === 'disputed' ? at : null
  turn.book.card = card
  writeEvent(turn, 'payment-succeeded', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
}

/** The interval is paid, by `payment` or because nothing was owed: the subscription runs to its end. */
export function markPaid(turn: Turn, subscription: Subscription, payment: Payment | null, at: Date): void {
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
  writeEvent(turn, 'subscription-updated', at, { subscriptionId: subscription.id })
}

/** What is still open is not to be paid any more, and the credit in it is the customer's again. */
export function endSubscription(turn: Turn, subscription: Subscription, at: Date): void {
  if (subscription.status === 'ended') return
  const payment = openPaymentOf(turn, subscription)
  if (payment) {
    payment.status = 'cancelled'
    payment.cardToConfirm = null
    turn.book.credit += payment.creditUsed
  }
  Object.assign(subscription, {
    status: 'ended',
    openPaymentId: null,
    endedAt: at,
    dueAt: null,
  } satisfies Partial<Subscription>)
  writeEvent(turn, 'subscription-ended', at, { subscriptionId: subscription.id })
}
