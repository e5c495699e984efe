/** Applies a paid checkout to the account's plan, exactly once. */
import type { BillingTransaction, CheckoutRecord, SubscriptionRecord } from '../../ports/billing-store.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { recordInvoices } from './record-invoices.ts'
import { runningSubscription, subscriptionStateOf } from './running-subscription.ts'

/** Returns the resulting checkout status. */
export async function settleCheckout(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
): Promise<CheckoutRecord['status']> {
  const payments = requirePayments(deps)
  if (checkout.status === 'applied' || checkout.status === 'given-back') return checkout.status
  if (checkout.provider !== payments.info.kind) return checkout.status
  const found = await payments.findSubscription(checkout.subscriptionId)
  if (!found || found.invoices.length === 0) return checkout.status
  const current = runningSubscription(await transaction.findSubscription(), deps.now())
  const hasOtherPlan =
    current !== undefined &&
    current.subscriptionId !== checkout.replaces &&
    current.subscriptionId !== checkout.subscriptionId
  const status = hasOtherPlan ? 'given-back' : 'applied'
  if (hasOtherPlan) await refundCheckout(deps, transaction, checkout, found)
  else await apply(deps, transaction, checkout, found, current)
  await transaction.saveCheckout({ ...checkout, status })
  return status
}

/** The part of the price that existing credit pays. */
export function usedBalance({ price, credit, amount }: CheckoutRecord): number {
  return price - Math.min(credit, price) - amount
}

/** The plan changed while this was being paid: refund it, so that the user does not pay for two plans. */
async function refundCheckout(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
  found: ProviderSubscription,
): Promise<void> {
  const payments = requirePayments(deps)
  await payments.refund(checkout.intentId)
  await payments.end(checkout.subscriptionId)
  const balance = usedBalance(checkout)
  if (balance > 0) await payments.addCredit(checkout.customerId, balance, `back-${checkout.subscriptionId}`)
  await recordInvoices(deps, transaction, checkout, found, { isSilent: true })
  const invoice = await transaction.findInvoiceOf(checkout.intentId)
  if (invoice) await transaction.markInvoice(invoice.id, { refunded: invoice.amount, isDisputed: false })
  const { accountId, plan, amount } = checkout
  await transaction.queueMail({
    kind: 'billing',
    notice: 'money-returned',
    accountId,
    plan,
    amount,
    date: null,
    invoiceId: invoice?.id ?? null,
  })
}

async function apply(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
  found: ProviderSubscription,
  current: SubscriptionRecord | undefined,
): Promise<void> {
  const now = deps.now()
  const { accountId, plan, interval, price, provider, subscriptionId, customerId } = checkout
  await transaction.saveSubscription({
    accountId,
    plan,
    interval,
    price,
    provider,
    subscriptionId,
    customerId,
    startedAt: current?.startedAt ?? found.paidFrom,
    ...subscriptionStateOf(found, deps.graceDays, now),
  })
  if (checkout.replaces !== null) await requirePayments(deps).end(checkout.replaces)
  await recordInvoices(deps, transaction, checkout, found)
}
