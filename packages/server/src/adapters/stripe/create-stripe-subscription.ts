/** Creates a subscription that waits for its first payment, or starts at once if nothing is due. */
import { createHash } from 'node:crypto'
import { currency } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type Stripe from 'stripe'
import type { CreatedPayment, CreatedSubscription, SubscriptionOrder } from '../../ports/payment-provider.ts'
import { findAtStripe, hasCode, idOf } from './stripe-client.ts'

const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments']

/** All parameters derive from the order: Stripe accepts an idempotency key again only with identical parameters. */
export async function createStripeSubscription(
  stripe: Stripe,
  productName: string,
  order: SubscriptionOrder,
): Promise<CreatedSubscription> {
  const customerId = await ensureCustomer(stripe, order)
  const subscription =
    (await findOrdered(stripe, customerId, order)) ??
    (await makeSubscription(stripe, productName, customerId, order))
  const payment = paymentOf(subscription)
  if (!payment && order.cardOf !== null) {
    await copyCard(stripe, { from: order.cardOf, to: subscription.id, customerId })
  }
  return { customerId, subscriptionId: subscription.id, payment }
}

/** Stripe forgets idempotency keys after a day, and repeats a stored server error for as long. */
async function findOrdered(
  stripe: Stripe,
  customer: string,
  { orderId, attempt = 0 }: SubscriptionOrder,
): Promise<Stripe.Subscription | undefined> {
  if (attempt === 0) return undefined
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 })
  const known = data.find(
    ({ metadata, status }) => metadata.orderId === orderId && status !== 'incomplete_expired',
  )
  return known && stripe.subscriptions.retrieve(known.id, { expand })
}

async function makeSubscription(
  stripe: Stripe,
  productName: string,
  customer: string,
  order: SubscriptionOrder,
): Promise<Stripe.Subscription> {
  const { accountId, plan, interval, orderId } = order
  const [price, coupon] = await Promise.all([
    findPrice(stripe, productName, order),
    makeCoupon(stripe, order),
  ])
  return stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      ...(coupon !== undefined && { discounts: [{ coupon }] }),
      payment_behavior: 'default_incomplete',
      payment_settings: {
        payment_method_types: ['card'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { accountId, plan, interval, orderId },
      expand,
    },
    { idempotencyKey: `${keyOf(order)}-subscription` },
  )
}

function keyOf({ orderId, attempt = 0 }: SubscriptionOrder): string {
  return attempt === 0 ? orderId : `${orderId}-${attempt}`
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
    { idempotencyKey: `${keyOf(order)}-coupon` },
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

export async function cardOfCustomer(stripe: Stripe, customerId: string) {
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted ? null : customer.invoice_settings.default_payment_method
}

/** Returns the customer id. A customer deleted at Stripe, or created with other API keys, is created again. */
async function ensureCustomer(stripe: Stripe, order: SubscriptionOrder): Promise<string> {
  const { accountId, email, username, customerId } = order
  if (customerId !== null && (await isKnown(stripe, customerId))) return customerId
  const customer = await stripe.customers.create(
    { email, name: username, metadata: { accountId } },
    { idempotencyKey: `customer-${accountId}-${fingerprint([email, username, customerId])}` },
  )
  return customer.id
}

async function isKnown(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await findAtStripe(() => stripe.customers.retrieve(customerId))
  return customer !== undefined && !customer.deleted
}

/** An idempotency key may be reused only with identical parameters, and the email address can change between attempts. */
function fingerprint(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24)
}

/** Returns the price id. Existing subscriptions keep the price they were bought at. */
async function findPrice(stripe: Stripe, productName: string, request: SubscriptionOrder): Promise<string> {
  const { plan, interval, price } = request
  const lookupKey = `filesmith-${plan}-${interval}-${price}-${currency}`
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [known] = data
  if (known) return known.id
  const product = await ensureProduct(stripe, `${productName} ${plans[plan].label}`, request)
  const made = await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: price,
      recurring: { interval },
      lookup_key: lookupKey,
      // Takes the lookup key over from an archived price, or from one created concurrently.
      transfer_lookup_key: true,
    },
    { idempotencyKey: `${keyOf(request)}-price` },
  )
  return made.id
}

async function ensureProduct(stripe: Stripe, name: string, order: SubscriptionOrder): Promise<string> {
  const id = `filesmith-${order.plan}`
  try {
    await stripe.products.create({ id, name }, { idempotencyKey: `${keyOf(order)}-product` })
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
  return id
}
