/** Invoices and the API representation of an account's subscription and credit. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { productName } from '@filesmith/contract/product-name'
import type { Billing, Invoice } from '@filesmith/contract/schemas/billing'
import type { InvoiceWriter } from '../../adapters/invoice-pdf/pdfkit-invoice-writer.ts'
import type { AccountRecord } from '../../database/account-store.ts'
import type { CheckoutRecord, InvoiceRecord, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { isId } from '../is-id.ts'
import type { BillingDeps } from './billing-deps.ts'
import { moneyBackUntil } from './running-subscription.ts'

type Terms = Pick<
  CheckoutRecord | SubscriptionRecord,
  'accountId' | 'plan' | 'interval' | 'price' | 'provider'
>

/** Records paid invoices of the provider once, with a number and a receipt mail for each. */
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

export async function describeBilling(deps: BillingDeps, account: AccountRecord): Promise<Billing> {
  const [subscription, invoices, isMoneyBackUsed] = await Promise.all([
    deps.billing.findSubscription(account.id),
    deps.billing.listInvoices(account.id),
    deps.billing.isMoneyBackUsed(account.id),
  ])
  return {
    provider: deps.payments?.info.kind ?? null,
    subscription: subscription ? describeSubscription(subscription, isMoneyBackUsed, deps.now()) : null,
    credit: subscription ? await creditOf(deps, subscription) : 0,
    invoices: invoices.map(describeInvoice),
  }
}

function describeSubscription(
  subscription: SubscriptionRecord,
  isMoneyBackUsed: boolean,
  now: Date,
): NonNullable<Billing['subscription']> {
  const { plan, interval, price, status, expiresAt, accessUntil } = subscription
  return {
    plan,
    interval,
    price,
    status,
    periodEnd: expiresAt.toISOString(),
    accessUntil: accessUntil.toISOString(),
    moneyBackUntil: moneyBackUntil(subscription, isMoneyBackUsed, now)?.toISOString() ?? null,
  }
}

/** Credit is stored at the provider; if it cannot be reached, the rest is still returned. */
async function creditOf(deps: BillingDeps, { provider, customerId }: SubscriptionRecord): Promise<number> {
  if (deps.payments?.info.kind !== provider) return 0
  try {
    return await deps.payments.creditOf(customerId)
  } catch (error) {
    deps.log.warn({ err: error }, 'credit balance unavailable')
    return 0
  }
}

function describeInvoice(invoice: InvoiceRecord): Invoice {
  const { id, number, plan, interval, amount, refunded, paidAt, periodStart, periodEnd } = invoice
  return {
    id,
    number,
    plan,
    interval,
    amount,
    refunded,
    status: statusOf(invoice),
    paidAt: paidAt.toISOString(),
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    pdfUrl: apiPaths.invoicePdf(id),
  }
}

function statusOf({ amount, refunded, isDisputed }: InvoiceRecord): Invoice['status'] {
  if (isDisputed) return 'disputed'
  if (refunded === 0) return 'paid'
  return refunded >= amount ? 'refunded' : 'partly-refunded'
}

export interface InvoiceDeps extends Pick<BillingDeps, 'billing'> {
  readonly invoices: InvoiceWriter
  readonly invoiceFrom: readonly string[]
}

export async function renderInvoice(
  deps: InvoiceDeps,
  { id: accountId, username, email }: AccountRecord,
  id: string,
): Promise<{ fileName: string; pdf: Buffer }> {
  const invoice = isId(id) ? await deps.billing.findInvoice(accountId, id) : undefined
  if (!invoice) throw new AppError('invoice-not-found')
  const isTest = invoice.provider === 'test'
  const pdf = await deps.invoices.write(invoice, { from: deps.invoiceFrom, username, email, isTest })
  return { fileName: invoiceFileName(invoice), pdf }
}

/** File name of a downloaded invoice. */
export function invoiceFileName(invoice: { readonly number: string }): string {
  return `${productName}-invoice-${invoice.number}.pdf`
}
