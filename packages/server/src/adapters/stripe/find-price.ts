/** Finds or creates the Stripe price for a plan, interval and amount. */
import { type BillingInterval, currency } from '@filesmith/contract/plan-offers'
import { type PlanId, plans } from '@filesmith/contract/plans'
import type Stripe from 'stripe'
import { hasCode } from './call-stripe.ts'

interface PriceRequest {
  readonly plan: PlanId
  readonly interval: BillingInterval
  /** In cents. */
  readonly price: number
  readonly orderId: string
}

/** Returns the price id. Existing subscriptions keep the price they were bought at. */
export async function findPrice(stripe: Stripe, productName: string, request: PriceRequest): Promise<string> {
  const { plan, interval, price, orderId } = request
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
    { idempotencyKey: `${orderId}-price` },
  )
  return made.id
}

async function ensureProduct(stripe: Stripe, name: string, { plan, orderId }: PriceRequest): Promise<string> {
  const id = `filesmith-${plan}`
  try {
    await stripe.products.create({ id, name }, { idempotencyKey: `${orderId}-product` })
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
  return id
}
