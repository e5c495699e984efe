/** What a plan costs, as Stripe keeps it: a price for each plan, interval and figure, made when it is first needed. */
import { type BillingInterval, currency } from '@filesmith/contract/plan-offers'
import { type PlanId, plans } from '@filesmith/contract/plans'
import type Stripe from 'stripe'
import { hasCode } from './ask-stripe.ts'

interface AskedPrice {
  readonly plan: PlanId
  readonly interval: BillingInterval
  /** In cents. */
  readonly price: number
  readonly orderId: string
}

/** Gives the price's id. Somebody who bought for another figure keeps the price that they bought. */
export async function findPrice(stripe: Stripe, productName: string, asked: AskedPrice): Promise<string> {
  const { plan, interval, price, orderId } = asked
  const lookupKey = `filesmith-${plan}-${interval}-${price}-${currency}`
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [known] = data
  if (known) return known.id
  const product = await ensureProduct(stripe, `${productName} ${plans[plan].label}`, asked)
  const made = await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: price,
      recurring: { interval },
      lookup_key: lookupKey,
      // One that was put away keeps its key otherwise, and so does one that somebody makes at this moment.
      transfer_lookup_key: true,
    },
    { idempotencyKey: `${orderId}-price` },
  )
  return made.id
}

async function ensureProduct(stripe: Stripe, name: string, { plan, orderId }: AskedPrice): Promise<string> {
  const id = `filesmith-${plan}`
  try {
    await stripe.products.create({ id, name }, { idempotencyKey: `${orderId}-product` })
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
  return id
}
