/** Reads the state of subscriptions and payments at Stripe. */
import type Stripe from 'stripe'
import type { ProviderInvoice, ProviderPayment, ProviderSubscription } from '../../ports/payment-provider.ts'
import { findAtStripe, idOf, toDate } from './stripe-client.ts'

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
    status: subscriptionStatus(subscription.status),
    // A cancellation in the portal sets a date instead of the flag.
    cancelsAtEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    ...paidPeriod(subscription, invoices),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    invoices,
  }
}

function subscriptionStatus(status: Stripe.Subscription['status']): ProviderSubscription['status'] {
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
  const isWaived = subscriptionStatus(status) === 'active'
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

const intentIds = /^pi_\w+$/

export async function findPayment(stripe: Stripe, intentId: string): Promise<ProviderPayment | undefined> {
  // The id comes from a browser: anything that is not a PaymentIntent id is rejected without a request.
  if (!intentIds.test(intentId)) return undefined
  const intent = await findAtStripe(() =>
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
  )
  if (!intent) return undefined
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    intentId: intent.id,
    customerId: intent.customer && idOf(intent.customer),
    status: paymentStatus(intent.status),
    amount: intent.amount,
    currency: intent.currency,
    refunded: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed === true && (await isDisputeOpenOrLost(stripe, intent.id)),
  }
}

function paymentStatus(status: Stripe.PaymentIntent['status']): ProviderPayment['status'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'processing':
    case 'requires_capture':
      return 'processing'
    case 'canceled':
      return 'cancelled'
    default:
      return 'open'
  }
}

/** `disputed` stays set on a charge even after the dispute was won. */
const resolvedStatuses: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])

async function isDisputeOpenOrLost(stripe: Stripe, intentId: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 10 })
  return data.some(({ status }) => !resolvedStatuses.has(status))
}
