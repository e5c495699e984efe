/** Time goes on: what Stripe does by itself happens in order, each at its own moment. */
import type { Books } from './books.ts'
import { daySeconds, hourSeconds } from './intervals.ts'
import { finalizeInvoice, itemOf, subscriptionOf } from './invoicing.ts'
import { intentOf, tryPayment } from './paying.ts'
import type { Invoice, Subscription } from './records.ts'
import { beginInterval, cancelSubscription, expireSubscription, hasEnded } from './subscribing.ts'

const firstPaymentSeconds = 23 * hourSeconds
const draftSeconds = hourSeconds
/** After the last of these the subscription is cancelled. */
const daysBetweenAttempts = [3, 5, 7]

interface Step {
  readonly at: number
  take(): void
}

export function advance(books: Books, to: Date): void {
  const end = Math.floor(to.getTime() / 1000)
  if (end < books.now) throw new Error('Time does not go back.')
  for (;;) {
    const [next] = stepsAhead(books).sort((one, other) => one.at - other.at)
    if (!next || next.at > end) break
    books.now = Math.max(books.now, next.at)
    next.take()
  }
  books.now = end
}

function stepsAhead(books: Books): Step[] {
  const running = books.all('subscription').filter(subscription => !hasEnded(subscription))
  return [
    ...running.map(subscription => stepOfSubscription(books, subscription)),
    ...books.all('invoice').flatMap(invoice => stepOfInvoice(books, invoice) ?? []),
  ]
}

function stepOfSubscription(books: Books, subscription: Subscription): Step {
  if (subscription.status === 'incomplete') {
    const at = subscription.created + firstPaymentSeconds
    return { at, take: () => expireSubscription(books, subscription) }
  }
  const { current_period_end } = itemOf(subscription)
  const { cancel_at } = subscription
  if (cancel_at !== null && cancel_at <= current_period_end) {
    return { at: cancel_at, take: () => cancelSubscription(books, subscription) }
  }
  return { at: current_period_end, take: () => beginInterval(books, subscription) }
}

function stepOfInvoice(books: Books, invoice: Invoice): Step | undefined {
  if (!invoice.auto_advance || invoice.billing_reason !== 'subscription_cycle') return undefined
  if (invoice.status === 'draft') {
    const take = () => {
      finalizeInvoice(books, invoice)
      if (invoice.status === 'open') collect(books, invoice)
    }
    return { at: invoice.created + draftSeconds, take }
  }
  if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return undefined
  return { at: invoice.next_payment_attempt, take: () => collect(books, invoice) }
}

/** Charges the card that Stripe has; without one, or when it is refused, the subscription is past due. */
export function collect(books: Books, invoice: Invoice): void {
  const subscription = subscriptionOf(books, invoice)
  const { default_payment_method } = books.needCustomer(invoice.customer).invoice_settings
  const card = subscription.default_payment_method ?? default_payment_method
  const outcome = card === null ? 'declined' : (books.renewalOutcomes.get(invoice.customer) ?? 'succeeded')
  const intent = intentOf(books, invoice)
  if (!intent) throw new Error(`${invoice.id} has nothing to pay`)
  tryPayment(books, intent, outcome, card ?? undefined)
  if (outcome === 'succeeded') return
  const days = daysBetweenAttempts[invoice.attempt_count - 1]
  if (days === undefined) {
    cancelSubscription(books, subscription)
    return
  }
  invoice.next_payment_attempt = books.now + days * daySeconds
  subscription.status = 'past_due'
  books.emit('customer.subscription.updated', subscription)
}
