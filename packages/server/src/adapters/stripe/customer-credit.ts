/** What a customer has to their credit: Stripe takes it off the next invoices by itself. */
import { currency } from '@filesmith/contract/plan-offers'
import type Stripe from 'stripe'
import { findAtStripe } from './ask-stripe.ts'

interface Credit {
  readonly customerId: string
  readonly cents: number
  readonly reference: string
}

/** Stripe forgets keys after a day, so what was given before is looked for first. */
export async function addCredit(stripe: Stripe, { customerId, cents, reference }: Credit): Promise<void> {
  const { data } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 })
  if (data.some(({ metadata }) => metadata?.reference === reference)) return
  // Credit that is taken away leaves nothing, and never a debt.
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

/** Stripe writes what it owes as less than nothing. */
export async function creditOf(stripe: Stripe, customerId: string): Promise<number> {
  const customer = await findAtStripe(() => stripe.customers.retrieve(customerId))
  return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0
}
