/** Checkouts: what a plan costs now, starting its payment, applying it, and changes that need no payment. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import {
  type BillingInterval,
  currency,
  findPricedPlan,
  planOfNumber,
  priceOf,
} from '@filesmith/contract/plan-offers'
import { type OfferedPlanId, plans } from '@filesmith/contract/plans'
import type { CardPaymentReply, PaymentIntentReply, Quote } from '@filesmith/contract/schemas/billing'
import type { AccountRecord } from '../../database/account-store.ts'
import type { CheckoutRecord, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { PaymentProvider, ProviderPayment, ProviderSubscription } from '../../ports/payment-provider.ts'
import { actionId, addDays, type BillingDeps, newAction, requirePayments } from './billing-deps.ts'
import { changeBilling, finishAll, runAction } from './payment-outbox.ts'
import { runningSubscription } from './running-subscription.ts'
import { closeCheckout, settleCheckout, usedBalance } from './settle-checkout.ts'
import { isRequested, resumeSubscription } from './subscriptions.ts'

export interface RequestedPlan {
  readonly plan: OfferedPlanId
  readonly interval: BillingInterval
  readonly price: number
}

/** Card providers refuse smaller payments; amounts below are waived. */
const minPaymentCents = 50

/**
 * The amount due for a plan: its price less the unused part of the current one (proration). `balance` is credit from an
 * earlier change, which the provider deducts itself.
 */
export function quoteCheckout(
  current: SubscriptionRecord | undefined,
  wanted: RequestedPlan,
  balance: number,
  now: Date,
): Quote {
  const running = runningSubscription(current, now)
  const isSame = running?.plan === wanted.plan && running.interval === wanted.interval
  if (isSame && running.status === 'cancelled')
    return { ...wanted, kind: 'resume', credit: 0, balance: 0, due: 0, creditLeft: 0 }
  if (isSame && running.status === 'active')
    throw new AppError('plan-already-yours', { plan: plans[wanted.plan].label })
  const credit = running ? unusedCents(running, now) : 0
  const afterCredit = Math.max(0, wanted.price - credit)
  const balanceUsed = Math.min(balance, afterCredit)
  const due = afterCredit - balanceUsed
  return {
    ...wanted,
    kind: running ? 'change' : 'new',
    credit,
    balance: balanceUsed,
    due: due < minPaymentCents ? 0 : due,
    creditLeft: Math.max(0, credit - wanted.price) + balance - balanceUsed,
  }
}

/** Prorated by time; an unpaid period gives nothing. */
function unusedCents({ price, periodStart, expiresAt, status }: SubscriptionRecord, now: Date): number {
  if (status === 'past-due' || now >= expiresAt) return 0
  const whole = expiresAt.getTime() - periodStart.getTime()
  const left = expiresAt.getTime() - Math.max(now.getTime(), periodStart.getTime())
  return whole <= 0 ? 0 : Math.floor((price * left) / whole)
}

/** Starts the payment for a plan. The amount sent by the client is only compared; the server's price is charged. */
export async function createPaymentIntent(
  deps: BillingDeps,
  account: AccountRecord,
  { amount, planId }: { readonly amount: number; readonly planId?: number | undefined },
): Promise<PaymentIntentReply> {
  const { info } = requirePayments(deps)
  const wanted = findPricedPlan(deps.prices, { amount, planNumber: planId })
  if (!wanted) throw new AppError('amount-not-a-price')
  const { quote, reused, orderId } = await decide(deps, account.id, async (transaction, payable, balance) => {
    const now = deps.now()
    const current = await transaction.findSubscription()
    const quote = quoteCheckout(current, wanted, balance, now)
    const replaces = runningSubscription(current, now)?.subscriptionId ?? null
    const reused = payable.find(
      open =>
        open.plan === quote.plan &&
        open.interval === quote.interval &&
        open.amount === quote.due &&
        open.replaces === replaces &&
        // First payments lapse after a day; a checkout about to lapse is not reused.
        open.createdAt > addDays(now, -0.5),
    )
    // At most one open checkout per account, so that an older one cannot be paid as well.
    for (const open of payable) if (open !== reused) await closeCheckout(deps, transaction, open)
    const orderId =
      reused || quote.due === 0
        ? null
        : await addOrder(deps, transaction, account, { purpose: 'checkout', quote, replaces })
    return { quote, reused, orderId }
  })
  const open = orderId === null ? reused : await findOrdered(deps, account.id, orderId)
  const card =
    open && quote.kind === 'change' ? await requirePayments(deps).findCard(open.customerId) : undefined
  return { clientSecret: open?.clientSecret ?? null, provider: info, quote, ...(card && { card }) }
}

/** Pays the open checkout with the card on file; the plan is applied as after any other payment. */
export async function payWithCardOnFile(
  deps: BillingDeps,
  account: AccountRecord,
  clientSecret: string,
): Promise<CardPaymentReply> {
  const payments = requirePayments(deps)
  const { result: open } = await deps.billing.read(account.id, transaction => transaction.listOpenCheckouts())
  const checkout = open.find(candidate => candidate.clientSecret === clientSecret)
  if (!checkout || checkout.provider !== payments.info.kind) throw new AppError('payment-not-found')
  const { customerId, intentId } = checkout
  return { paymentIntentId: intentId, status: await payments.payWithCard(customerId, intentId) }
}

async function findOrdered(deps: BillingDeps, accountId: string, orderId: string): Promise<CheckoutRecord> {
  const { result } = await deps.billing.read(accountId, async transaction => {
    const intentId = (await transaction.findAction(orderId))?.result ?? null
    return intentId === null ? undefined : transaction.findCheckout(intentId)
  })
  if (!result) throw undone('the provider returned a different amount')
  return result
}

function undone(reason: string): AppError {
  return new AppError('payment-provider-failed', {}, { cause: new Error(reason) })
}

/** A change without a payment: covered by credit, or resuming a canceled plan. */
export async function changePlan(
  deps: BillingDeps,
  account: AccountRecord,
  { planId, interval }: { readonly planId: number; readonly interval: BillingInterval },
): Promise<OfferedPlanId> {
  const plan = planOfNumber(planId)
  if (plan === undefined || plan === 'free') throw new AppError('amount-not-a-price')
  const wanted = { plan, interval, price: priceOf(deps.prices[plan], interval) }
  const decided = await decide(deps, account.id, async (transaction, payable, balance) => {
    const current = await transaction.findSubscription()
    const running = runningSubscription(current, deps.now())
    const isThis = running?.plan === plan && running.interval === interval && running.status === 'active'
    // The answer to the same request got lost.
    if (isThis && (await isRequested(transaction, running, 'order'))) return 'done'
    const quote = quoteCheckout(current, wanted, balance, deps.now())
    if (quote.due > 0) throw new AppError('change-needs-payment')
    for (const open of payable) await closeCheckout(deps, transaction, open)
    if (quote.kind === 'resume') return 'resume'
    const replaces = running?.subscriptionId ?? null
    return { orderId: await addOrder(deps, transaction, account, { purpose: 'change', quote, replaces }) }
  })
  if (decided === 'resume') await resumeSubscription(deps, account)
  else if (decided !== 'done') {
    const { result: order } = await deps.billing.read(account.id, tx => tx.findAction(decided.orderId))
    if ((order?.result ?? null) === null) throw undone('the subscription did not become active')
  }
  return plan
}

/**
 * Decides with the open checkouts that can still be paid, and the customer's credit including what they reserve of it.
 * Paid and lapsed ones are settled first: the user may have paid in another window.
 */
async function decide<Decision>(
  deps: BillingDeps,
  accountId: string,
  work: (
    transaction: BillingTransaction,
    payable: readonly CheckoutRecord[],
    balance: number,
  ) => Promise<Decision>,
): Promise<Decision> {
  const payments = requirePayments(deps)
  for (;;) {
    const decided = await changeBilling(deps, accountId, {
      finishFirst: finishAll,
      load: async transaction => ({
        open: await transaction.listOpenCheckouts(),
        customerId: await transaction.findCustomer(payments.info.kind),
      }),
      fetch: async ({ open, customerId }) => ({
        checkouts: await Promise.all(open.map(checkout => lookUp(payments, checkout))),
        credit: customerId === undefined ? 0 : await payments.creditOf(customerId),
      }),
      async apply(transaction, { checkouts, credit }) {
        const payable: CheckoutRecord[] = []
        for (const { checkout, found, isPayable } of checkouts) {
          if ((await settleCheckout(deps, transaction, checkout, found)) !== 'open') continue
          if (isPayable) payable.push(checkout)
          else await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
        }
        // Plan and credit have changed: decide with the new ones.
        if (payable.length < checkouts.length) return undefined
        const balance = payable.reduce((sum, checkout) => sum + usedBalance(checkout), credit)
        return { decision: await work(transaction, payable, balance) }
      },
    })
    if (decided) return decided.decision
  }
}

async function lookUp(payments: PaymentProvider, checkout: CheckoutRecord) {
  if (checkout.provider !== payments.info.kind) return { checkout, found: undefined, isPayable: false }
  const found = await payments.findSubscription(checkout.subscriptionId)
  const payment = await payments.findPayment(checkout.intentId)
  return { checkout, found, isPayable: payment !== undefined && payment.status !== 'cancelled' }
}

async function addOrder(
  deps: BillingDeps,
  transaction: BillingTransaction,
  account: AccountRecord,
  order: { purpose: 'checkout' | 'change'; quote: Quote; replaces: string | null },
): Promise<string> {
  const owner = { accountId: account.id, provider: requirePayments(deps).info.kind }
  const action = newAction(deps, owner, { kind: 'order', ...order })
  await transaction.addAction(action)
  return action.id
}

/** Applies a payment that the client reports, after verifying it with the provider. */
export async function updateSubscription(
  deps: BillingDeps,
  account: AccountRecord,
  { paymentIntentId, planId }: { readonly paymentIntentId: string; readonly planId?: number | undefined },
): Promise<OfferedPlanId> {
  const payments = requirePayments(deps)
  const payment = await findOwnPayment(deps, payments, account.id, paymentIntentId)
  if (payment.status !== 'succeeded') throw new AppError('payment-not-done')
  // If another window has just replaced this checkout, it is refunded.
  const closingId = actionId({ kind: 'close-checkout', intentId: paymentIntentId })
  await runAction(deps, { id: closingId, accountId: account.id })
  const { status, plan } = await changeBilling(deps, account.id, {
    load: transaction => transaction.findCheckout(paymentIntentId),
    async fetch(checkout) {
      if (!checkout) throw new AppError('payment-not-found')
      if (!isPaymentFor(payment, checkout, planId)) throw new AppError('payment-wrong')
      // A payment that was refunded in the meantime is not applied.
      if (checkout.status === 'open' && payment.refunded > 0) throw new AppError('payment-not-done')
      return { checkout, found: await waitForInvoice(payments, checkout) }
    },
    async apply(transaction, { checkout, found }) {
      const settled = await settleCheckout(deps, transaction, checkout, found)
      const running = runningSubscription(await transaction.findSubscription(), deps.now())
      return { status: settled, plan: running?.plan ?? 'free' }
    },
  })
  if (status === 'given-back') throw new AppError('payment-given-back')
  if (status !== 'applied') throw new AppError('payment-not-done')
  return plan
}

/** Another account's payment gets the same error as an unknown one. */
async function findOwnPayment(
  deps: BillingDeps,
  payments: PaymentProvider,
  accountId: string,
  intentId: string,
): Promise<ProviderPayment> {
  const isOwn = (await deps.billing.findAccountByPayment(intentId)) === accountId
  const payment = isOwn ? await payments.findPayment(intentId) : undefined
  if (!payment) throw new AppError('payment-not-found')
  return payment
}

function isPaymentFor(
  payment: ProviderPayment,
  checkout: CheckoutRecord,
  planNumber: number | undefined,
): boolean {
  return (
    (planNumber === undefined || planOfNumber(planNumber) === checkout.plan) &&
    payment.amount === checkout.amount &&
    payment.currency === currency &&
    payment.customerId === checkout.customerId
  )
}

const maxPolls = 20
const pollIntervalMs = 250

/** The provider creates the invoice shortly after the payment. */
async function waitForInvoice(
  payments: PaymentProvider,
  checkout: CheckoutRecord,
): Promise<ProviderSubscription | undefined> {
  for (let poll = 1; ; poll++) {
    const found = await payments.findSubscription(checkout.subscriptionId)
    if (!found || found.invoices.length > 0 || poll === maxPolls) return found
    await delay(pollIntervalMs)
  }
}
