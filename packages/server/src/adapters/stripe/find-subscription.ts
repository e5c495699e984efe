/** How a subscription stands at Stripe: whether it runs, until when it is paid, and what was paid for it. */
import type Stripe from 'stripe'
import type { ProviderInvoice, ProviderSubscription } from '../../ports/payment-provider.ts'
import { findAtStripe } from './ask-stripe.ts'
import { idOf, toDate } from './stripe-client.ts'

const invoicesAtOnce = 12

export async function findSubscription(
  stripe: Stripe,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  const subscription = await findAtStripe(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  const accountId = subscription?.metadata.accountId
  // Others may sell through the same account of Stripe.
  if (!subscription || !accountId) return undefined
  const { data } = await stripe.invoices.list({
    subscription: subscriptionId,
    status: 'paid',
    limit: invoicesAtOnce,
    expand: ['data.payments'],
  })
  const invoices = data.map(toInvoice).sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime())
  return {
    id: subscription.id,
    accountId,
    customerId: idOf(subscription.customer),
    status: statusOf(subscription.status),
    // What is cancelled in the portal has a date instead of the mark.
    cancelsAtEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    ...paidPeriod(subscription, invoices),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    invoices,
  }
}

function statusOf(status: Stripe.Subscription['status']): ProviderSubscription['status'] {
  switch (status) {
    case 'incomplete':
      return 'incomplete'
    case 'active':
    case 'trialing':
      return 'active'
    case 'canceled':
    case 'incomplete_expired':
      return 'ended'
    default:
      return 'past-due'
  }
}

/**
 * An interval begins at Stripe before it is paid: for an hour its invoice is a draft while the subscription counts as
 * active. What is paid then ends where the last paid interval did.
 */
function paidPeriod(subscription: Stripe.Subscription, invoices: readonly ProviderInvoice[]) {
  const [item] = subscription.items.data
  const from = toDate(item?.current_period_start ?? subscription.start_date)
  if (item && isPresentIntervalPaid(subscription)) {
    return { paidFrom: from, paidUntil: toDate(item.current_period_end) }
  }
  const [newest] = invoices
  return { paidFrom: newest?.periodStart ?? from, paidUntil: newest?.periodEnd ?? from }
}

/** An invoice that was voided while the subscription goes on was let off. */
function isPresentIntervalPaid({ status, latest_invoice: latest }: Stripe.Subscription): boolean {
  const isLetOff = statusOf(status) === 'active'
  if (latest === null || typeof latest === 'string') return isLetOff
  return latest.status === 'paid' || (latest.status === 'void' && isLetOff)
}

function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent
  const period = periodOf(invoice)
  return {
    id: invoice.id,
    intentId: payment === undefined ? null : idOf(payment),
    amount: invoice.amount_paid,
    paidAt: toDate(invoice.status_transitions.paid_at ?? invoice.created),
    periodStart: toDate(period.start),
    periodEnd: toDate(period.end),
  }
}

/** Of what was bought: the period of an invoice itself looks back. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): { start: number; end: number } {
  const bought = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false)
  return bought?.period ?? { start: period_start, end: period_end }
}
