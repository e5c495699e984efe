/** Advances the clock of the Stripe double and performs the due renewals, collections and cancellations in order. */

import { daySeconds, hourSeconds } from './intervals.ts'
import { finalizeInvoice, itemOf, subscriptionOf } from './invoicing.ts'
import type { StripeLedger } from './ledger.ts'
import { intentOf, tryPayment } from './paying.ts'
import type { Invoice, Subscription } from './records.ts'
import { beginInterval, cancelSubscription, expireSubscription, hasEnded } from './subscribing.ts'

const firstPaymentSeconds = 23 * hourSeconds
const draftSeconds = hourSeconds
/** Retry schedule; after the last retry the subscription is canceled. */
const daysBetweenAttempts = [3, 5, 7]

interface Step {
  readonly at: number
  take(): void
}

export function advance(ledger: StripeLedger, to: Date): void {
  const end = Math.floor(to.getTime() / 1000)
  if (end < ledger.now) throw new Error('The clock cannot go back.')
  for (;;) {
    const [next] = stepsAhead(ledger).sort((one, other) => one.at - other.at)
    if (!next || next.at > end) break
    ledger.now = Math.max(ledger.now, next.at)
    next.take()
  }
  ledger.now = end
}

function stepsAhead(ledger: StripeLedger): Step[] {
  const running = ledger.all('subscription').filter(subscription => !hasEnded(subscription))
  return [
    ...running.map(subscription => stepOfSubscription(ledger, subscription)),
    ...ledger.all('invoice').flatMap(invoice => stepOfInvoice(ledger, invoice) ?? []),
  ]
}

function stepOfSubscription(ledger: StripeLedger, subscription: Subscription): Step {
  if (subscription.status === 'incomplete') {
    const at = subscription.created + firstPaymentSeconds
    return { at, take: () => expireSubscription(ledger, subscription) }
  }
  const { current_period_end } = itemOf(subscription)
  const { cancel_at } = subscription
  if (cancel_at !== null && cancel_at <= current_period_end) {
    return { at: cancel_at, take: () => cancelSubscription(ledger, subscription) }
  }
  return { at: current_period_end, take: () => beginInterval(ledger, subscription) }
}

function stepOfInvoice(ledger: StripeLedger, invoice: Invoice): Step | undefined {
  if (!invoice.auto_advance || invoice.billing_reason !== 'subscription_cycle') return undefined
  if (invoice.status === 'draft') {
    const take = () => {
      finalizeInvoice(ledger, invoice)
      if (invoice.status === 'open') collect(ledger, invoice)
    }
    return { at: invoice.created + draftSeconds, take }
  }
  if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return undefined
  return { at: invoice.next_payment_attempt, take: () => collect(ledger, invoice) }
}

/** Charges the stored card; without one, or if it is declined, the subscription becomes past due. */
export function collect(ledger: StripeLedger, invoice: Invoice): void {
  const subscription = subscriptionOf(ledger, invoice)
  const { default_payment_method } = ledger.needCustomer(invoice.customer).invoice_settings
  const card = subscription.default_payment_method ?? default_payment_method
  const outcome = card === null ? 'declined' : (ledger.renewalOutcomes.get(invoice.customer) ?? 'succeeded')
  const intent = intentOf(ledger, invoice)
  if (!intent) throw new Error(`${invoice.id} has no payment intent`)
  tryPayment(ledger, intent, outcome, card ?? undefined)
  if (outcome === 'succeeded') return
  const days = daysBetweenAttempts[invoice.attempt_count - 1]
  if (days === undefined) {
    cancelSubscription(ledger, subscription)
    return
  }
  invoice.next_payment_attempt = ledger.now + days * daySeconds
  subscription.status = 'past_due'
  ledger.emit('customer.subscription.updated', subscription)
}
