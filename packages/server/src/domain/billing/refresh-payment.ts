/** Fetches a payment from the provider; a refunded or disputed one ends the plan it paid for. */
import type { BillingTransaction, InvoiceRecord } from '../../ports/billing-store.ts'
import type { ProviderPayment } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { endedNow, runningSubscription } from './running-subscription.ts'

export async function refreshPayment(
  deps: BillingDeps,
  transaction: BillingTransaction,
  intentId: string,
): Promise<void> {
  const payment = await requirePayments(deps).findPayment(intentId)
  if (!payment) return
  const checkout = await transaction.findCheckout(intentId)
  // A refund event may arrive before the payment event.
  if (checkout) await refreshSubscription(deps, transaction, checkout.subscriptionId)
  const invoice = await transaction.findInvoiceOf(intentId)
  if (invoice) await updateInvoice(deps, transaction, invoice, payment)
}

async function updateInvoice(
  deps: BillingDeps,
  transaction: BillingTransaction,
  invoice: InvoiceRecord,
  payment: ProviderPayment,
): Promise<void> {
  const { refunded, isDisputed } = payment
  if (refunded === invoice.refunded && isDisputed === invoice.isDisputed) return
  await transaction.markInvoice(invoice.id, { refunded, isDisputed })
  const { accountId, plan } = invoice
  if (refunded > invoice.refunded)
    await transaction.queueMail({
      kind: 'billing',
      notice: 'money-returned',
      accountId,
      plan,
      amount: refunded - invoice.refunded,
      date: null,
      invoiceId: invoice.id,
    })
  const isReversed = isDisputed || refunded >= invoice.amount
  if (isReversed) await endPaidSubscription(deps, transaction, invoice)
}

async function endPaidSubscription(
  deps: BillingDeps,
  transaction: BillingTransaction,
  invoice: InvoiceRecord,
): Promise<void> {
  const now = deps.now()
  const running = runningSubscription(await transaction.findSubscription(), now)
  if (running?.subscriptionId !== invoice.subscriptionId || invoice.periodEnd <= now) return
  await requirePayments(deps).end(running.subscriptionId)
  await transaction.saveSubscription(endedNow(running, now))
}
