/** Reads the state of a subscription at Stripe: status, paid period and invoices. */
import type Stripe from 'stripe'
import type { ProviderInvoice, ProviderSubscription } from '../../ports/payment-provider.ts'
import { findAtStripe } from './call-stripe.ts'
import { idOf, toDate } from './stripe-client.ts'

const maxInvoices = 12

export async function findSubscription(
  stripe: Stripe,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  const subscription = await findAtStripe(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  const accountId = subscription?.metadata.accountId
  // Subscriptions of other products in the same Stripe account have no accountId.
  if (!subscription || !accountId) return undefined
  const { data } = await stripe.invoices.list({
    subscription: subscriptionId,
    status: 'paid',
    limit: maxInvoices,
    expand: ['data.payments'],
  })
  const invoices = data.map(toInvoice).sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime())
  return {
    id: subscription.id,
    accountId,
    customerId: idOf(subscription.customer),
    status: statusOf(subscription.status),
    // A cancellation in the portal sets a date instead of the flag.
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
 * Stripe starts an interval before it is paid: for about an hour its invoice is a draft while the subscription is
 * active. The paid period then ends with the last paid interval.
 */
function paidPeriod(subscription: Stripe.Subscription, invoices: readonly ProviderInvoice[]) {
  const [item] = subscription.items.data
  const from = toDate(item?.current_period_start ?? subscription.start_date)
  if (item && isCurrentIntervalPaid(subscription)) {
    return { paidFrom: from, paidUntil: toDate(item.current_period_end) }
  }
  const [newest] = invoices
  return { paidFrom: newest?.periodStart ?? from, paidUntil: newest?.periodEnd ?? from }
}

/** An invoice voided while the subscription stays active was waived. */
function isCurrentIntervalPaid({ status, latest_invoice: latest }: Stripe.Subscription): boolean {
  const isWaived = statusOf(status) === 'active'
  if (latest === null || typeof latest === 'string') return isWaived
  return latest.status === 'paid' || (latest.status === 'void' && isWaived)
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

/** The period of the purchased item; the period of the invoice itself lies in the past. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice): { start: number; end: number } {
  const bought = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false)
  return bought?.period ?? { start: period_start, end: period_end }
}
