/** Starts the payment for a plan. The amount sent by the client is only compared; the server's price is charged. */
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

interface RequestedPayment {
  readonly amount: number
  readonly planId?: number | undefined
}

export async function createPaymentIntent(
  deps: BillingDeps,
  account: AccountRecord,
  { amount, planId }: RequestedPayment,
): Promise<PaymentIntentReply> {
  const payments = requirePayments(deps)
  const wanted = findPricedPlan(deps.prices, { amount, planNumber: planId })
  if (!wanted) throw new AppError('amount-not-a-price')
  return deps.billing.change(account.id, async transaction => {
    const payable = await listPayable(deps, transaction)
    const balance = await balanceOf(payments, transaction, payable)
    const quote = quoteCheckout(await transaction.findSubscription(), wanted, balance, deps.now())
    const clientSecret = await clientSecretFor(deps, transaction, account, quote, payable)
    return { clientSecret, provider: payments.info, quote }
  })
}

/** At most one open checkout per account, so that an older one cannot be paid as well. */
async function clientSecretFor(
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
    // First payments lapse after a day; a checkout about to lapse is not reused.
    open.createdAt > addDays(now, -0.5)
  let reused: CheckoutRecord | undefined
  for (const open of payable) {
    if (!reused && fits(open)) reused = open
    else await abandonCheckout(payments, transaction, open)
  }
  if (quote.due === 0) return null
  return reused?.clientSecret ?? startCheckout(payments, transaction, account, quote, replaces, now)
}

async function startCheckout(
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
  // Never charge another amount than was displayed.
  if (payment?.amount !== quote.due) {
    await payments.end(subscriptionId)
    // Credit the provider has already applied is not restored automatically.
    if (!payment) await payments.addCredit(customerId, price - discount, `back-${subscriptionId}`)
    throw new AppError(
      'payment-provider-failed',
      {},
      { cause: new Error('the provider returned a different amount') },
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
