/** Applies a payment that the client reports, after verifying it with the provider. */
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

interface ReportedPayment {
  readonly paymentIntentId: string
  readonly planId?: number | undefined
}

export async function updateSubscription(
  deps: BillingDeps,
  account: AccountRecord,
  { paymentIntentId, planId }: ReportedPayment,
): Promise<PlanId> {
  const payments = requirePayments(deps)
  const payment = await findOwnPayment(deps, payments, account.id, paymentIntentId)
  if (payment.status !== 'succeeded') throw new AppError('payment-not-done')
  const { status, plan } = await deps.billing.change(account.id, async transaction => {
    const checkout = await transaction.findCheckout(paymentIntentId)
    if (!checkout) throw new AppError('payment-not-found')
    if (!isPaymentFor(payment, checkout, planId)) throw new AppError('payment-wrong')
    // A payment that was refunded in the meantime is not applied.
    if (checkout.status === 'open' && payment.refunded > 0) throw new AppError('payment-not-done')
    await waitForInvoice(payments, checkout)
    const settled = await settleCheckout(deps, transaction, checkout)
    const running = runningSubscription(await transaction.findSubscription(), deps.now())
    return { status: settled, plan: running?.plan ?? 'free' }
  })
  // Outside the transaction, so that the recorded refund is not rolled back.
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
async function waitForInvoice(payments: PaymentProvider, checkout: CheckoutRecord): Promise<void> {
  for (let poll = 1; poll < maxPolls; poll++) {
    const found = await payments.findSubscription(checkout.subscriptionId)
    if (!found || found.invoices.length > 0) return
    await delay(pollIntervalMs)
  }
}
