/** Reads the state of a payment at Stripe: paid, refunded, disputed. */
import type Stripe from 'stripe'
import type { ProviderPayment } from '../../ports/payment-provider.ts'
import { findAtStripe } from './call-stripe.ts'
import { idOf } from './stripe-client.ts'

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
    status: statusOf(intent.status),
    amount: intent.amount,
    currency: intent.currency,
    refunded: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed === true && (await isDisputeOpenOrLost(stripe, intent.id)),
  }
}

function statusOf(status: Stripe.PaymentIntent['status']): ProviderPayment['status'] {
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
