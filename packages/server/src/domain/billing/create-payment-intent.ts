/** Begins the payment for a plan. The amount that a page sends is only compared; what is charged is the server's figure. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { findPricedPlan } from '@filesmith/contract/plan-offers'
import type { PaymentIntentReply, Quote } from '@filesmith/contract/schemas/billing'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { BillingTransaction, CheckoutRecord } from '../../ports/billing-store.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { addDays, type BillingDeps, requirePayments } from './billing-deps.ts'
import { abandonCheckout, balanceOf, listPayable } from './open-checkouts.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { runningSubscription } from './running-subscription.ts'

interface AskedPayment {
  readonly amount: number
  readonly planId?: number | undefined
}

export async function createPaymentIntent(
  deps: BillingDeps,
  account: AccountRecord,
  { amount, planId }: AskedPayment,
): Promise<PaymentIntentReply> {
  const payments = requirePayments(deps)
  const wanted = findPricedPlan(deps.prices, { amount, planNumber: planId })
  if (!wanted) throw new AppError('amount-not-a-price')
  return deps.billing.change(account.id, async transaction => {
    const payable = await listPayable(deps, transaction)
    const balance = await balanceOf(payments, transaction, payable)
    const quote = quoteCheckout(await transaction.findSubscription(), wanted, balance, deps.now())
    const clientSecret = await secretFor(deps, transaction, account, quote, payable)
    return { clientSecret, provider: payments.info, quote }
  })
}

/** One open checkout for each account: an older one could otherwise be paid as well. */
async function secretFor(
  deps: BillingDeps,
  transaction: BillingTransaction,
  account: AccountRecord,
  quote: Quote,
  payable: readonly CheckoutRecord[],
): Promise<string | null> {
  const payments = requirePayments(deps)
  const now = deps.now()
  const replaces = runningSubscription(await transaction.findSubscription(), now)?.subscriptionId ?? null
  const fits = (open: CheckoutRecord) =>
    open.plan === quote.plan &&
    open.interval === quote.interval &&
    open.amount === quote.due &&
    open.replaces === replaces &&
    // A first payment must come within a day; one that is about to lapse is not offered again.
    open.createdAt > addDays(now, -0.5)
  let kept: CheckoutRecord | undefined
  for (const open of payable) {
    if (!kept && fits(open)) kept = open
    else await abandonCheckout(payments, transaction, open)
  }
  if (quote.due === 0) return null
  return kept?.clientSecret ?? begin(payments, transaction, account, quote, replaces, now)
}

async function begin(
  payments: PaymentProvider,
  transaction: BillingTransaction,
  account: AccountRecord,
  quote: Quote,
  replaces: string | null,
  now: Date,
): Promise<string> {
  const { plan, interval, price, credit } = quote
  const discount = Math.min(credit, price)
  const provider = payments.info.kind
  const { customerId, subscriptionId, payment } = await payments.createSubscription({
    accountId: account.id,
    email: account.email,
    username: account.username,
    customerId: (await transaction.findCustomer(provider)) ?? null,
    plan,
    interval,
    price,
    discount,
    orderId: randomUUID(),
    cardOf: null,
  })
  await transaction.saveCustomer(provider, customerId)
  // Nobody is asked for another amount than the page said.
  if (payment?.amount !== quote.due) {
    await payments.end(subscriptionId)
    // What credit has paid already does not come back by itself.
    if (!payment) await payments.addCredit(customerId, price - discount, `back-${subscriptionId}`)
    throw new AppError(
      'payment-provider-failed',
      {},
      { cause: new Error('the provider asks another amount') },
    )
  }
  await transaction.saveCheckout({
    ...payment,
    accountId: account.id,
    provider,
    subscriptionId,
    customerId,
    plan,
    interval,
    price,
    credit,
    replaces,
    status: 'open',
    createdAt: now,
  })
  return payment.clientSecret
}
