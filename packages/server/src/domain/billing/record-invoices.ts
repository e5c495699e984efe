/** Records paid invoices of the provider once, with a number and a receipt mail for each. */
import { randomUUID } from 'node:crypto'
import type { BillingTransaction, CheckoutRecord, SubscriptionRecord } from '../../ports/billing-store.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import type { BillingDeps } from './billing-deps.ts'

type Terms = Pick<
  CheckoutRecord | SubscriptionRecord,
  'accountId' | 'plan' | 'interval' | 'price' | 'provider'
>

export async function recordInvoices(
  deps: Pick<BillingDeps, 'log'>,
  transaction: BillingTransaction,
  { accountId, plan, interval, price, provider }: Terms,
  found: ProviderSubscription,
  { isSilent: skipsReceipt = false } = {},
): Promise<void> {
  const oldestFirst = [...found.invoices].sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
  for (const { id, intentId, amount, paidAt, periodStart, periodEnd } of oldestFirst) {
    const added = await transaction.insertInvoice({
      id: randomUUID(),
      accountId,
      provider,
      providerInvoiceId: id,
      subscriptionId: found.id,
      intentId,
      plan,
      interval,
      price,
      amount,
      refunded: 0,
      isDisputed: false,
      paidAt,
      periodStart,
      periodEnd,
    })
    if (!added) continue
    deps.log.info({ invoice: added.number, amount }, 'payment received')
    if (amount === 0 || skipsReceipt) continue
    await transaction.queueMail({
      kind: 'billing',
      notice: 'receipt',
      accountId,
      plan,
      amount,
      date: periodEnd.toISOString(),
      invoiceId: added.id,
    })
  }
}
