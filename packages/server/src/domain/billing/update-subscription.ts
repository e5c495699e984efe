/** The page says that it has paid. Whether that is so, the provider is asked; then the plan follows, once. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { currency, planOfNumber } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { CheckoutRecord } from '../../ports/billing-store.ts'
import type { PaymentProvider, ProviderPayment } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { runningSubscription } from './running-subscription.ts'
import { settleCheckout } from './settle-checkout.ts'

interface ClaimedPayment {
  readonly paymentIntentId: string
  readonly planId?: number | undefined
}

export async function updateSubscription(
  deps: BillingDeps,
  account: AccountRecord,
  { paymentIntentId, planId }: ClaimedPayment,
): Promise<PlanId> {
  const payments = requirePayments(deps)
  const payment = await ownPayment(deps, payments, account.id, paymentIntentId)
  if (payment.status !== 'succeeded') throw new AppError('payment-not-done')
  const { status, plan } = await deps.billing.change(account.id, async transaction => {
    const checkout = await transaction.findCheckout(paymentIntentId)
    if (!checkout) throw new AppError('payment-not-found')
    if (!isPaymentFor(payment, checkout, planId)) throw new AppError('payment-wrong')
    // A payment that was given back in the meantime pays for nothing.
    if (checkout.status === 'open' && payment.refunded > 0) throw new AppError('payment-not-done')
    await untilInvoiced(payments, checkout)
    const settled = await settleCheckout(deps, transaction, checkout)
    const running = runningSubscription(await transaction.findSubscription(), deps.now())
    return { status: settled, plan: running?.plan ?? 'free' }
  })
  // Outside: what was given back stays in the books.
  if (status === 'given-back') throw new AppError('payment-given-back')
  if (status !== 'applied') throw new AppError('payment-not-done')
  return plan
}

/** Somebody else's payment is none. */
async function ownPayment(
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

const looks = 20
const pauseMs = 250

/** A provider takes a moment from the payment to the invoice that it pays. */
async function untilInvoiced(payments: PaymentProvider, checkout: CheckoutRecord): Promise<void> {
  for (let look = 1; look < looks; look++) {
    const found = await payments.findSubscription(checkout.subscriptionId)
    if (!found || found.invoices.length > 0) return
    await delay(pauseMs)
  }
}
