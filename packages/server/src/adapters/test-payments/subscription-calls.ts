/** What the shop asks of the provider: subscriptions, payments, refunds and credit. */
import { AppError } from '@filesmith/contract/errors'
import { currency } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { beginSubscription, dropOldUnpaid } from './begin-subscription.ts'
import { endSubscription } from './bill-interval.ts'
import { type CustomerBook, emptyBook, readBook } from './customer-book.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'
import { customerIdOf, type Turn, takeTurn, writeEvent } from './turn.ts'

type SubscriptionCalls = Omit<PaymentProvider, 'info' | 'readEvent'>

export function createSubscriptionCalls({ ledger, now }: TestPaymentsSettings): SubscriptionCalls {
  /** `id` is that of a customer, a subscription or a payment. */
  async function turnOf<Result>(id: string, work: (turn: Turn) => Result): Promise<Result | undefined> {
    const record = await ledger.find(id)
    return record && takeTurn(ledger, record.accountId, work)
  }

  async function bookOf(id: string): Promise<{ book: CustomerBook; accountId: string } | undefined> {
    const record = await ledger.find(id)
    const customer = record && (await ledger.find(customerIdOf(record.accountId)))
    return customer && { book: readBook(customer.data), accountId: customer.accountId }
  }

  return {
    async createSubscription(order) {
      const { accountId } = order
      const id = customerIdOf(accountId)
      const at = now()
      await ledger.insert({ id, kind: 'customer', accountId, data: emptyBook, dueAt: null })
      const begun = await takeTurn(ledger, accountId, turn => ({
        dropped: dropOldUnpaid(turn, at),
        reply: beginSubscription(turn, order, at),
      }))
      // Forgotten in between: the account is being deleted.
      if (!begun) throw new AppError('payment-provider-failed')
      for (const old of begun.dropped) await ledger.remove(old)
      return begun.reply
    },

    async findPayment(intentId) {
      const found = await bookOf(intentId)
      const payment = found?.book.payments.find(({ id }) => id === intentId)
      if (!found || !payment) return undefined
      const { amount, status, refunded, isDisputed } = payment
      const customerId = customerIdOf(found.accountId)
      return { intentId, customerId, status, amount, currency, refunded, isDisputed }
    },

    async findSubscription(subscriptionId) {
      const found = await bookOf(subscriptionId)
      const subscription = found?.book.subscriptions.find(({ id }) => id === subscriptionId)
      if (!found || !subscription) return undefined
      const { id, status, cancelsAtEnd, paidFrom, paidUntil, endedAt, invoices } = subscription
      const whose = { accountId: found.accountId, customerId: customerIdOf(found.accountId) }
      return { id, ...whose, status, cancelsAtEnd, paidFrom, paidUntil, endedAt, invoices }
    },

    async setRenewal(subscriptionId, isRenewing) {
      const isSet = await turnOf(subscriptionId, turn => {
        const subscription = turn.book.subscriptions.find(({ id }) => id === subscriptionId)
        if (!subscription || subscription.status === 'ended') return false
        if (subscription.cancelsAtEnd !== isRenewing) return true
        subscription.cancelsAtEnd = !isRenewing
        writeEvent(turn, 'subscription-updated', now(), { subscriptionId })
        return true
      })
      if (!isSet) throw new AppError('payment-provider-failed')
    },

    async end(subscriptionId) {
      await turnOf(subscriptionId, turn => {
        const subscription = turn.book.subscriptions.find(({ id }) => id === subscriptionId)
        if (subscription) endSubscription(turn, subscription, now())
      })
    },

    async refund(intentId) {
      const isRefunded = await turnOf(intentId, turn => {
        const payment = turn.book.payments.find(({ id }) => id === intentId)
        if (payment?.status !== 'succeeded') return false
        if (payment.refunded > 0) return true
        payment.refunded = payment.amount
        writeEvent(turn, 'refunded', now(), { subscriptionId: payment.subscriptionId, intentId })
        return true
      })
      if (!isRefunded) throw new AppError('payment-provider-failed')
    },

    async addCredit(customerId, cents, reference) {
      const isKnown = await turnOf(customerId, ({ book }) => {
        if (book.creditReferences.includes(reference)) return true
        book.creditReferences.push(reference)
        // A negative one takes credit back; what is in an open payment by now stays there, and nobody owes anything.
        book.credit = Math.max(0, book.credit + cents)
        return true
      })
      if (!isKnown) throw new AppError('payment-provider-failed')
    },

    async creditOf(customerId) {
      return (await bookOf(customerId))?.book.credit ?? 0
    },

    async portalUrl() {
      // A page of this site: whatever address it is open at, the session is there.
      return paths.testBilling
    },

    async deleteCustomer(customerId) {
      const customer = await ledger.find(customerId)
      if (customer) await ledger.removeAccount(customer.accountId)
    },
  }
}
