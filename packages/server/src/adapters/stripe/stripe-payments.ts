/** Payment provider backed by Stripe. */
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { callStripe, findAtStripe, hasCode } from './call-stripe.ts'
import { createStripeSubscription } from './create-stripe-subscription.ts'
import { addCredit, creditOf } from './customer-credit.ts'
import { endStripeSubscription, setRenewal } from './end-stripe-subscription.ts'
import { findPayment } from './find-payment.ts'
import { findSubscription } from './find-subscription.ts'
import { openPortal } from './open-portal.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { createStripeClient, type StripeClientSettings } from './stripe-client.ts'

export interface StripePaymentsSettings extends StripeClientSettings {
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Prefix of the plan name in what Stripe shows to customers. */
  readonly productName: string
  readonly now?: () => Date
}

export function createStripePayments(settings: StripePaymentsSettings): PaymentProvider {
  const { publishableKey, webhookSecret, productName, now = () => new Date() } = settings
  const stripe = createStripeClient(settings)
  return {
    info: { kind: 'stripe', publishableKey },
    createSubscription: order => callStripe(() => createStripeSubscription(stripe, productName, order)),
    findPayment: intentId => callStripe(() => findPayment(stripe, intentId)),
    findSubscription: subscriptionId => callStripe(() => findSubscription(stripe, subscriptionId)),
    setRenewal: (subscriptionId, isRenewing) =>
      callStripe(() => setRenewal(stripe, subscriptionId, isRenewing)),
    end: subscriptionId => callStripe(() => endStripeSubscription(stripe, subscriptionId)),
    refund: intentId =>
      callStripe(async () => {
        try {
          // Without an amount the whole remainder is refunded, so a repeated call finds nothing left.
          await stripe.refunds.create({ payment_intent: intentId, reason: 'requested_by_customer' })
        } catch (error) {
          if (!hasCode(error, 'charge_already_refunded')) throw error
        }
      }),
    addCredit: (customerId, cents, reference) =>
      callStripe(() => addCredit(stripe, { customerId, cents, reference })),
    creditOf: customerId => callStripe(() => creditOf(stripe, customerId)),
    portalUrl: (customerId, returnUrl) => callStripe(() => openPortal(stripe, customerId, returnUrl)),
    async deleteCustomer(customerId) {
      await callStripe(() => findAtStripe(() => stripe.customers.del(customerId)))
    },
    readEvent: (rawBody, signature) =>
      readStripeEvent(stripe, { rawBody, signature, webhookSecret, receivedAt: now() }),
  }
}
