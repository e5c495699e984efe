/** Payments by Stripe. */
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { askStripe, findAtStripe, hasCode } from './ask-stripe.ts'
import { beginSubscription } from './begin-subscription.ts'
import { addCredit, creditOf } from './customer-credit.ts'
import { endSubscription, setRenewal } from './end-subscription.ts'
import { findPayment } from './find-payment.ts'
import { findSubscription } from './find-subscription.ts'
import { openPortal } from './open-portal.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { createStripeClient, type StripeClientSettings } from './stripe-client.ts'

export interface StripePaymentsSettings extends StripeClientSettings {
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Stands before the plan's name on what Stripe writes to customers. */
  readonly productName: string
  readonly now?: () => Date
}

export function createStripePayments(settings: StripePaymentsSettings): PaymentProvider {
  const { publishableKey, webhookSecret, productName, now = () => new Date() } = settings
  const stripe = createStripeClient(settings)
  return {
    info: { kind: 'stripe', publishableKey },
    createSubscription: order => askStripe(() => beginSubscription(stripe, productName, order)),
    findPayment: intentId => askStripe(() => findPayment(stripe, intentId)),
    findSubscription: subscriptionId => askStripe(() => findSubscription(stripe, subscriptionId)),
    setRenewal: (subscriptionId, isRenewing) =>
      askStripe(() => setRenewal(stripe, subscriptionId, isRenewing)),
    end: subscriptionId => askStripe(() => endSubscription(stripe, subscriptionId)),
    refund: intentId =>
      askStripe(async () => {
        try {
          // Without an amount it is all that is left, so that a second one finds nothing to give back.
          await stripe.refunds.create({ payment_intent: intentId, reason: 'requested_by_customer' })
        } catch (error) {
          if (!hasCode(error, 'charge_already_refunded')) throw error
        }
      }),
    addCredit: (customerId, cents, reference) =>
      askStripe(() => addCredit(stripe, { customerId, cents, reference })),
    creditOf: customerId => askStripe(() => creditOf(stripe, customerId)),
    portalUrl: (customerId, returnUrl) => askStripe(() => openPortal(stripe, customerId, returnUrl)),
    async deleteCustomer(customerId) {
      await askStripe(() => findAtStripe(() => stripe.customers.del(customerId)))
    },
    readEvent: (rawBody, signature) =>
      readStripeEvent(stripe, { rawBody, signature, webhookSecret, receivedAt: now() }),
  }
}
