/** Provider calls for subscriptions, payments, refunds and credit. */
import { AppError } from '@filesmith/contract/errors'
import { currency } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import type { CreatedSubscription, PaymentProvider, SubscriptionOrder } from '../../ports/payment-provider.ts'
import { createPayment, endSubscription, markPaid } from './bill-interval.ts'
import type { Subscription } from './customer-state.ts'
import { type CustomerState, emptyCustomerState, parseCustomerState } from './customer-state.ts'
import {
  type CustomerTransaction,
  customerIdOf,
  makeId,
  runTransaction,
  writeEvent,
  writePointer,
} from './customer-transaction.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'

type SubscriptionCalls = Omit<PaymentProvider, 'info' | 'readEvent' | 'findCard' | 'payWithCard'>

export function createSubscriptionCalls({ ledger, now }: TestPaymentsSettings): SubscriptionCalls {
  /** `id` identifies a customer, a subscription or a payment. */
  async function transactionFor<Result>(
    id: string,
    work: (tx: CustomerTransaction) => Result,
  ): Promise<Result | undefined> {
    const record = await ledger.find(id)
    return record && runTransaction(ledger, record.accountId, work)
  }

  async function stateOf(id: string): Promise<{ state: CustomerState; accountId: string } | undefined> {
    const record = await ledger.find(id)
    const customer = record && (await ledger.find(customerIdOf(record.accountId)))
    return customer && { state: parseCustomerState(customer.data), accountId: customer.accountId }
  }

  return {
    async createSubscription(order) {
      const { accountId } = order
      const id = customerIdOf(accountId)
      const at = now()
      await ledger.insert({ id, kind: 'customer', accountId, data: emptyCustomerState, dueAt: null })
      const begun = await runTransaction(ledger, accountId, tx => ({
        dropped: removeStaleOrders(tx, at),
        reply: createTestSubscription(tx, order, at),
      }))
      // Removed concurrently: the account is being deleted.
      if (!begun) throw new AppError('payment-provider-failed')
      for (const old of begun.dropped) await ledger.remove(old)
      return begun.reply
    },

    async findPayment(intentId) {
      const found = await stateOf(intentId)
      const payment = found?.state.payments.find(({ id }) => id === intentId)
      if (!found || !payment) return undefined
      const { amount, status, refunded, isDisputed } = payment
      const customerId = customerIdOf(found.accountId)
      return { intentId, customerId, status, amount, currency, refunded, isDisputed }
    },

    async findSubscription(subscriptionId) {
      const found = await stateOf(subscriptionId)
      const subscription = found?.state.subscriptions.find(({ id }) => id === subscriptionId)
      if (!found || !subscription) return undefined
      const { id, status, cancelsAtEnd, paidFrom, paidUntil, endedAt, invoices } = subscription
      const owner = { accountId: found.accountId, customerId: customerIdOf(found.accountId) }
      return { id, ...owner, status, cancelsAtEnd, paidFrom, paidUntil, endedAt, invoices }
    },

    async setRenewal(subscriptionId, isRenewing, reference) {
      const isSet = await transactionFor(subscriptionId, tx => {
        if (reference !== undefined && !isNewReference(tx.state, reference)) return true
        const subscription = tx.state.subscriptions.find(({ id }) => id === subscriptionId)
        if (!subscription || subscription.status === 'ended') return false
        if (subscription.cancelsAtEnd !== isRenewing) return true
        subscription.cancelsAtEnd = !isRenewing
        writeEvent(tx, 'subscription-updated', now(), { subscriptionId })
        return true
      })
      if (!isSet) throw new AppError('payment-provider-failed')
    },

    async end(subscriptionId) {
      await transactionFor(subscriptionId, tx => {
        const subscription = tx.state.subscriptions.find(({ id }) => id === subscriptionId)
        if (subscription) endSubscription(tx, subscription, now())
      })
    },

    async refund(intentId) {
      const isRefunded = await transactionFor(intentId, tx => {
        const payment = tx.state.payments.find(({ id }) => id === intentId)
        if (payment?.status !== 'succeeded') return false
        if (payment.refunded > 0) return true
        payment.refunded = payment.amount
        writeEvent(tx, 'refunded', now(), { subscriptionId: payment.subscriptionId, intentId })
        return true
      })
      if (!isRefunded) throw new AppError('payment-provider-failed')
    },

    async addCredit(customerId, cents, reference) {
      const isKnown = await transactionFor(customerId, ({ state }) => {
        if (!isNewReference(state, reference)) return true
        // A negative amount revokes credit; credit already used in an open payment stays there, and no debt arises.
        state.credit = Math.max(0, state.credit + cents)
        return true
      })
      if (!isKnown) throw new AppError('payment-provider-failed')
    },

    async creditOf(customerId) {
      return (await stateOf(customerId))?.state.credit ?? 0
    },

    async portalUrl() {
      // A path of this site, so that the session cookie applies at whatever address the site is open.
      return paths.testBilling
    },

    async deleteCustomer(customerId) {
      const customer = await ledger.find(customerId)
      if (customer) await ledger.removeAccount(customer.accountId)
    },
  }
}

/** Records the reference of a change that is made once. */
function isNewReference({ creditReferences: references }: CustomerState, reference: string): boolean {
  if (references.includes(reference)) return false
  references.push(reference)
  return true
}

/** Like Stripe: an order that is not paid expires. */
const firstPaymentHours = 23
/** Expired orders are removed after this time. */
const unpaidKeptDays = 7
const hourMs = 60 * 60 * 1000

/** Creates a subscription that waits for its first payment, or starts at once if nothing is due. */
function createTestSubscription(
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
function removeStaleOrders({ state }: CustomerTransaction, now: Date): string[] {
  const keptSince = new Date(now.getTime() - unpaidKeptDays * 24 * hourMs)
  const isOld = ({ intervalsPaid, endedAt }: Subscription) =>
    intervalsPaid === 0 && endedAt !== null && endedAt < keptSince
  const dropped = new Set(state.subscriptions.filter(isOld).map(({ id }) => id))
  const payments = state.payments.filter(({ subscriptionId }) => dropped.has(subscriptionId))
  state.subscriptions = state.subscriptions.filter(({ id }) => !dropped.has(id))
  state.payments = state.payments.filter(({ subscriptionId }) => !dropped.has(subscriptionId))
  return [...dropped, ...payments.map(({ id }) => id)]
}
