/** A subscription is ordered: it waits for its first payment, or runs at once where nothing is to be paid. */
import type { CreatedSubscription, SubscriptionOrder } from '../../ports/payment-provider.ts'
import { makeOutPayment, markPaid } from './bill-interval.ts'
import type { Subscription } from './customer-book.ts'
import { customerIdOf, makeId, type Turn, writePointer } from './turn.ts'

/** As Stripe does: an order that nobody pays for is given up. */
const firstPaymentHours = 23
/** Orders that nobody paid for are then forgotten. */
const unpaidKeptDays = 7
const hourMs = 60 * 60 * 1000

export function beginSubscription(turn: Turn, order: SubscriptionOrder, at: Date): CreatedSubscription {
  const known = turn.book.subscriptions.find(({ orderId }) => orderId === order.orderId)
  return describeBegun(turn, known ?? makeSubscription(turn, order, at))
}

function makeSubscription(turn: Turn, order: SubscriptionOrder, at: Date): Subscription {
  const subscription: Subscription = {
    id: makeId('sub'),
    orderId: order.orderId,
    interval: order.interval,
    price: order.price,
    status: 'incomplete',
    cancelsAtEnd: false,
    anchor: at,
    intervalsPaid: 0,
    paidFrom: at,
    paidUntil: at,
    endedAt: null,
    firstPaymentId: null,
    openPaymentId: null,
    failedAttempts: 0,
    dueAt: new Date(at.getTime() + firstPaymentHours * hourMs),
    invoices: [],
  }
  turn.book.subscriptions.push(subscription)
  writePointer(turn, 'subscription', subscription.id)
  const payment = makeOutPayment(turn, subscription, order.discount)
  if (payment) subscription.firstPaymentId = payment.id
  else markPaid(turn, subscription, null, at)
  return subscription
}

function describeBegun(turn: Turn, { id, firstPaymentId }: Subscription): CreatedSubscription {
  const payment = turn.book.payments.find(each => each.id === firstPaymentId)
  return {
    customerId: customerIdOf(turn.accountId),
    subscriptionId: id,
    payment: payment
      ? { intentId: payment.id, clientSecret: payment.clientSecret, amount: payment.amount }
      : null,
  }
}

/** Answers the ids of what was taken out of the book. */
export function dropOldUnpaid({ book }: Turn, now: Date): string[] {
  const keptSince = new Date(now.getTime() - unpaidKeptDays * 24 * hourMs)
  const isOld = ({ intervalsPaid, endedAt }: Subscription) =>
    intervalsPaid === 0 && endedAt !== null && endedAt < keptSince
  const dropped = new Set(book.subscriptions.filter(isOld).map(({ id }) => id))
  const payments = book.payments.filter(({ subscriptionId }) => dropped.has(subscriptionId))
  book.subscriptions = book.subscriptions.filter(({ id }) => !dropped.has(id))
  book.payments = book.payments.filter(({ subscriptionId }) => !dropped.has(subscriptionId))
  return [...dropped, ...payments.map(({ id }) => id)]
}
