/** Creates a subscription that waits for its first payment, or starts at once if nothing is due. */
import { currency } from '@filesmith/contract/plan-offers'
import type Stripe from 'stripe'
import type { CreatedPayment, CreatedSubscription, SubscriptionOrder } from '../../ports/payment-provider.ts'
import { findAtStripe } from './call-stripe.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { findPrice } from './find-price.ts'
import { idOf } from './stripe-client.ts'

/** All parameters derive from the order: Stripe accepts an idempotency key again only with identical parameters. */
export async function createStripeSubscription(
  stripe: Stripe,
  productName: string,
  order: SubscriptionOrder,
): Promise<CreatedSubscription> {
  const { accountId, plan, interval, orderId } = order
  const [customerId, price, coupon] = await Promise.all([
    ensureCustomer(stripe, order),
    findPrice(stripe, productName, order),
    makeCoupon(stripe, order),
  ])
  const subscription = await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price }],
      ...(coupon !== undefined && { discounts: [{ coupon }] }),
      payment_behavior: 'default_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { accountId, plan, interval },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    },
    { idempotencyKey: `${orderId}-subscription` },
  )
  const payment = paymentOf(subscription)
  if (!payment && order.cardOf !== null) {
    await copyCard(stripe, { from: order.cardOf, to: subscription.id, customerId })
  }
  return { customerId, subscriptionId: subscription.id, payment }
}

async function makeCoupon(stripe: Stripe, order: SubscriptionOrder): Promise<string | undefined> {
  const discount = Math.min(order.discount, order.price)
  if (discount <= 0) return undefined
  const coupon = await stripe.coupons.create(
    {
      amount_off: discount,
      currency,
      duration: 'once',
      max_redemptions: 1,
      name: 'Unused part of your plan',
    },
    { idempotencyKey: `${order.orderId}-coupon` },
  )
  return coupon.id
}

/** Also null if the customer's balance covers the amount, or the rest is below the minimum charge. */
function paymentOf({ status, latest_invoice }: Stripe.Subscription): CreatedPayment | null {
  if (status === 'active') return null
  const invoice = typeof latest_invoice === 'string' ? null : latest_invoice
  const clientSecret = invoice?.confirmation_secret?.client_secret
  const intent = invoice?.payments?.data.find(({ is_default }) => is_default)?.payment.payment_intent
  if (invoice === null || clientSecret === undefined || intent === undefined) {
    throw new Error(`a new subscription is ${status} and cannot be paid`)
  }
  return { intentId: idOf(intent), clientSecret, amount: invoice.amount_due }
}

/** Without a default card, the first renewal would fail. */
async function copyCard(
  stripe: Stripe,
  { from, to, customerId }: { from: string; to: string; customerId: string },
): Promise<void> {
  const card = (await cardOfSubscription(stripe, from)) ?? (await cardOfCustomer(stripe, customerId))
  if (card) await stripe.subscriptions.update(to, { default_payment_method: idOf(card) })
}

async function cardOfSubscription(stripe: Stripe, subscriptionId: string) {
  const subscription = await findAtStripe(() => stripe.subscriptions.retrieve(subscriptionId))
  return subscription?.default_payment_method
}

async function cardOfCustomer(stripe: Stripe, customerId: string) {
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted ? null : customer.invoice_settings.default_payment_method
}
