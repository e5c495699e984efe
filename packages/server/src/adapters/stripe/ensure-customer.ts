/** Whoever buys is one customer at Stripe, for as long as Stripe remembers them. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { SubscriptionOrder } from '../../ports/payment-provider.ts'
import { findAtStripe } from './ask-stripe.ts'

/** Gives the customer's id. One who was removed over there, or belongs to other keys of Stripe, is made anew. */
export async function ensureCustomer(stripe: Stripe, order: SubscriptionOrder): Promise<string> {
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

/** A key may come back only with the same words, and an address can change between two attempts. */
function fingerprint(words: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24)
}
