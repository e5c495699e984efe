/** Creates a subscription that waits for its first payment, or starts at once if nothing is due. */
import type { CreatedSubscription, SubscriptionOrder } from '../../ports/payment-provider.ts'
import { createPayment, markPaid } from './bill-interval.ts'
import type { Subscription } from './customer-state.ts'
import { type CustomerTransaction, customerIdOf, makeId, writePointer } from './customer-transaction.ts'

/** Like Stripe: an order that is not paid expires. */
const firstPaymentHours = 23
/** Expired orders are removed after this time. */
const unpaidKeptDays = 7
const hourMs = 60 * 60 * 1000

export function createTestSubscription(
  tx: CustomerTransaction,
  order: SubscriptionOrder,
  at: Date,
): CreatedSubscription {
  const known = tx.state.subscriptions.find(({ orderId }) => orderId === order.orderId)
  return describeBegun(tx, known ?? makeSubscription(tx, order, at))
}

function makeSubscription(tx: CustomerTransaction, order: SubscriptionOrder, at: Date): Subscription {
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
  tx.state.subscriptions.push(subscription)
  writePointer(tx, 'subscription', subscription.id)
  const payment = createPayment(tx, subscription, order.discount)
  if (payment) subscription.firstPaymentId = payment.id
  else markPaid(tx, subscription, null, at)
  return subscription
}

function describeBegun(tx: CustomerTransaction, { id, firstPaymentId }: Subscription): CreatedSubscription {
  const payment = tx.state.payments.find(each => each.id === firstPaymentId)
  return {
    customerId: customerIdOf(tx.accountId),
    subscriptionId: id,
    payment: payment
      ? { intentId: payment.id, clientSecret: payment.clientSecret, amount: payment.amount }
      : null,
  }
}

/** Returns the ids of the removed records. */
export function removeStaleOrders({ state }: CustomerTransaction, now: Date): string[] {
  const keptSince = new Date(now.getTime() - unpaidKeptDays * 24 * hourMs)
  const isOld = ({ intervalsPaid, endedAt }: Subscription) =>
    intervalsPaid === 0 && endedAt !== null && endedAt < keptSince
  const dropped = new Set(state.subscriptions.filter(isOld).map(({ id }) => id))
  const payments = state.payments.filter(({ subscriptionId }) => dropped.has(subscriptionId))
  state.subscriptions = state.subscriptions.filter(({ id }) => !dropped.has(id))
  state.payments = state.payments.filter(({ subscriptionId }) => !dropped.has(subscriptionId))
  return [...dropped, ...payments.map(({ id }) => id)]
}
