/** Finds or creates the Stripe customer of an account. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { SubscriptionOrder } from '../../ports/payment-provider.ts'
import { findAtStripe } from './call-stripe.ts'

/** Returns the customer id. A customer deleted at Stripe, or created with other API keys, is created again. */
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

/** An idempotency key may be reused only with identical parameters, and the email address can change between attempts. */
function fingerprint(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24)
}
