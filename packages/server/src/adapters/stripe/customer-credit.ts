/** The customer's credit balance, which Stripe applies to the next invoices by itself. */
import { currency } from '@filesmith/contract/plan-offers'
import type Stripe from 'stripe'
import { findAtStripe } from './call-stripe.ts'

interface Credit {
  readonly customerId: string
  readonly cents: number
  readonly reference: string
}

/** Idempotency keys expire after a day, so existing transactions are checked first. */
export async function addCredit(stripe: Stripe, { customerId, cents, reference }: Credit): Promise<void> {
  const { data } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 })
  if (data.some(({ metadata }) => metadata?.reference === reference)) return
  // Revoking credit stops at zero and never creates a debt.
  const amount = cents < 0 ? Math.min(-cents, await creditOf(stripe, customerId)) : -cents
  if (amount === 0) return
  await stripe.customers.createBalanceTransaction(
    customerId,
    {
      amount,
      currency,
      description: amount < 0 ? 'Unused part of a plan' : 'Returned with your payment',
      metadata: { reference },
    },
    { idempotencyKey: `credit-${reference}` },
  )
}

/** Stripe stores credit as a negative balance. */
export async function creditOf(stripe: Stripe, customerId: string): Promise<number> {
  const customer = await findAtStripe(() => stripe.customers.retrieve(customerId))
  return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0
}
