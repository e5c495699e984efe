/** What each kind of payment action does at the provider, and how its outcome is recorded. */
import { AppError } from '@filesmith/contract/errors'
import type { CheckoutRecord, PaymentAction, PaymentRequest } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { CreatedSubscription, ProviderSubscription } from '../../ports/payment-provider.ts'
import { addDays, type BillingDeps, newAction, requirePayments } from './billing-deps.ts'
import { recordInvoices } from './invoices.ts'
import {
  endedByRefund,
  endedNow,
  runningSubscription,
  saveChange,
  subscriptionStateOf,
} from './running-subscription.ts'
import { giveBack, usedBalance } from './settle-checkout.ts'

interface LoadedAction {
  readonly action: PaymentAction
  readonly customerId: string | undefined
  readonly checkout: CheckoutRecord | undefined
}

export async function loadAction(
  transaction: BillingTransaction,
  id: string,
): Promise<LoadedAction | undefined> {
  const action = await transaction.findAction(id)
  if (!action) return undefined
  const { request } = action
  const customerId = await transaction.findCustomer(action.provider)
  const checkout = 'intentId' in request ? await transaction.findCheckout(request.intentId) : undefined
  return { action, customerId, checkout }
}

/** Records the outcome; for an order, returns what was created. */
export type Settle = (transaction: BillingTransaction) => Promise<string | null>

/** Idempotent at the provider. */
export async function execute(
  deps: BillingDeps,
  { action, customerId, checkout }: LoadedAction,
): Promise<Settle> {
  const payments = requirePayments(deps)
  const { provider, request } = action
  if (provider !== payments.info.kind) throw new AppError('payment-provider-failed')
  switch (request.kind) {
    case 'order':
      return executeOrder(deps, action, request, customerId ?? null)
    case 'cancel':
    case 'resume':
      return executeRenewal(deps, action, request)
    case 'money-back': {
      for (const intentId of request.intentIds) await payments.refund(intentId)
      await payments.end(request.subscriptionId)
      // The credit came from payments that are refunded now.
      const credit = customerId === undefined ? 0 : await payments.creditOf(customerId)
      if (customerId !== undefined && credit > 0)
        await payments.addCredit(customerId, -credit, `back-${request.subscriptionId}`)
      return transaction => settleMoneyBack(deps, transaction, request)
    }
    case 'close-checkout': {
      if (!checkout) return nothingToSettle
      await payments.end(checkout.subscriptionId)
      const found = await payments.findSubscription(checkout.subscriptionId)
      return async transaction => {
        // The user paid just before it was ended.
        if (found && found.invoices.length > 0) await giveBack(deps, transaction, checkout, found)
        return null
      }
    }
    case 'refund-checkout': {
      if (!checkout) return nothingToSettle
      await payments.refund(checkout.intentId)
      await payments.end(checkout.subscriptionId)
      const balance = usedBalance(checkout)
      if (balance > 0)
        await payments.addCredit(checkout.customerId, balance, `back-${checkout.subscriptionId}`)
      return transaction => settleRefund(transaction, checkout)
    }
    case 'end':
      await payments.end(request.subscriptionId)
      return nothingToSettle
    case 'credit':
      await payments.addCredit(request.customerId, request.cents, request.reference)
      return nothingToSettle
  }
}

const nothingToSettle: Settle = async () => null

type OrderRequest = Extract<PaymentRequest, { kind: 'order' }>

async function executeOrder(
  deps: BillingDeps,
  action: PaymentAction,
  request: OrderRequest,
  customerId: string | null,
): Promise<Settle> {
  const payments = requirePayments(deps)
  const { quote, purpose, replaces } = request
  const account = await deps.accounts.find(action.accountId)
  if (!account) throw new AppError('payment-provider-failed')
  const isOld = action.createdAt < addDays(deps.now(), -1 / 24)
  const created = await payments.createSubscription({
    accountId: account.id,
    email: account.email,
    username: account.username,
    customerId,
    plan: quote.plan,
    interval: quote.interval,
    price: quote.price,
    discount: discountOf(request),
    orderId: action.id,
    attempt: action.failedAttempts + (isOld ? 1 : 0),
    cardOf: purpose === 'change' ? replaces : null,
  })
  if (purpose === 'checkout') return transaction => settleOrder(deps, transaction, action, request, created)
  const found = await payments.findSubscription(created.subscriptionId)
  return transaction => settleChange(deps, transaction, action, request, created, found)
}

function discountOf({ purpose, quote: { price, credit, balance } }: OrderRequest): number {
  // Of a change without payment, an amount below the provider's minimum is waived.
  return purpose === 'checkout' || credit + balance >= price ? Math.min(credit, price) : price
}

async function settleOrder(
  deps: BillingDeps,
  transaction: BillingTransaction,
  { accountId, provider }: PaymentAction,
  { quote, replaces }: OrderRequest,
  { customerId, subscriptionId, payment }: CreatedSubscription,
): Promise<string | null> {
  const { plan, interval, price, credit } = quote
  await transaction.saveCustomer(provider, customerId)
  // Never charge another amount than was displayed.
  if (payment?.amount !== quote.due) {
    const owner = { accountId, provider }
    await transaction.addAction(newAction(deps, owner, { kind: 'end', subscriptionId }))
    // Credit the provider has already applied is not restored automatically.
    if (!payment)
      await addCredit(
        deps,
        transaction,
        owner,
        customerId,
        price - Math.min(credit, price),
        `back-${subscriptionId}`,
      )
    return null
  }
  await transaction.saveCheckout({
    ...payment,
    accountId,
    provider,
    subscriptionId,
    customerId,
    plan,
    interval,
    price,
    credit,
    replaces,
    status: 'open',
    createdAt: deps.now(),
  })
  return payment.intentId
}

async function settleChange(
  deps: BillingDeps,
  transaction: BillingTransaction,
  { accountId, provider }: PaymentAction,
  request: OrderRequest,
  { customerId, subscriptionId }: CreatedSubscription,
  found: ProviderSubscription | undefined,
): Promise<string | null> {
  const { plan, interval, price, credit } = request.quote
  const owner = { accountId, provider }
  const running = runningSubscription(await transaction.findSubscription(), deps.now())
  const hasOtherPlan = running !== undefined && running.subscriptionId !== request.replaces
  if (found?.status !== 'active' || hasOtherPlan) {
    await transaction.addAction(newAction(deps, owner, { kind: 'end', subscriptionId }))
    const used = found?.status === 'active' ? price - discountOf(request) : 0
    await addCredit(deps, transaction, owner, customerId, used, `back-${subscriptionId}`)
    return null
  }
  const created = {
    ...owner,
    plan,
    interval,
    price,
    subscriptionId,
    customerId,
    startedAt: running?.startedAt ?? found.paidFrom,
    ...subscriptionStateOf(found, deps.graceDays, deps.now()),
  }
  await transaction.saveSubscription(created)
  await recordInvoices(deps, transaction, created, found)
  if (running) {
    const { subscriptionId: old } = running
    await addCredit(deps, transaction, owner, customerId, credit - price, `left-${old}`)
    await transaction.addAction(newAction(deps, owner, { kind: 'end', subscriptionId: old }))
  }
  return subscriptionId
}

async function addCredit(
  deps: BillingDeps,
  transaction: BillingTransaction,
  owner: Pick<PaymentAction, 'accountId' | 'provider'>,
  customerId: string,
  cents: number,
  reference: string,
): Promise<void> {
  if (cents <= 0) return
  await transaction.addAction(newAction(deps, owner, { kind: 'credit', customerId, cents, reference }))
}

async function executeRenewal(
  deps: BillingDeps,
  { id, failedAttempts }: PaymentAction,
  { kind, subscriptionId }: Extract<PaymentRequest, { kind: 'cancel' | 'resume' }>,
): Promise<Settle> {
  const payments = requirePayments(deps)
  const before = await payments.findSubscription(subscriptionId)
  if (before?.status === 'past-due' && kind === 'cancel') await payments.end(subscriptionId)
  else if (before && before.status !== 'ended')
    await payments.setRenewal(subscriptionId, kind === 'resume', `${id}-${failedAttempts}`)
  const found = await payments.findSubscription(subscriptionId)
  return transaction => settleRenewal(deps, transaction, subscriptionId, found)
}

async function settleRenewal(
  deps: BillingDeps,
  transaction: BillingTransaction,
  subscriptionId: string,
  found: ProviderSubscription | undefined,
): Promise<null> {
  const current = await transaction.findSubscription()
  if (current?.subscriptionId !== subscriptionId || current.status === 'ended') return null
  const now = deps.now()
  const isEnded = !found || found.status === 'ended'
  const after = isEnded
    ? endedNow(current, now)
    : { ...current, ...subscriptionStateOf(found, deps.graceDays, now) }
  await saveChange(transaction, current, after)
  return null
}

async function settleMoneyBack(
  deps: BillingDeps,
  transaction: BillingTransaction,
  { subscriptionId, intentIds }: Extract<PaymentRequest, { kind: 'money-back' }>,
): Promise<null> {
  const now = deps.now()
  await transaction.markMoneyBackUsed(now)
  let amount = 0
  for (const intentId of intentIds) {
    const invoice = await transaction.findInvoiceOf(intentId)
    // Less if an event of the provider has already reported the refund.
    if (!invoice || invoice.refunded >= invoice.amount) continue
    await transaction.markInvoice(invoice.id, { refunded: invoice.amount, isDisputed: invoice.isDisputed })
    amount += invoice.amount - invoice.refunded
  }
  const current = await transaction.findSubscription()
  if (current?.subscriptionId !== subscriptionId) return null
  await transaction.saveSubscription(endedByRefund(current, now))
  const { accountId, plan } = current
  const mail = { kind: 'billing', notice: 'money-returned', accountId, plan, amount, date: null } as const
  if (amount > 0 || intentIds.length === 0) await transaction.queueMail({ ...mail, invoiceId: null })
  return null
}

async function settleRefund(
  transaction: BillingTransaction,
  { accountId, plan, amount, intentId }: CheckoutRecord,
): Promise<null> {
  const invoice = await transaction.findInvoiceOf(intentId)
  // An event of the provider has already reported the refund.
  if (invoice && invoice.refunded >= invoice.amount) return null
  if (invoice) await transaction.markInvoice(invoice.id, { refunded: invoice.amount, isDisputed: false })
  const mail = { kind: 'billing', notice: 'money-returned', accountId, plan, amount, date: null } as const
  await transaction.queueMail({ ...mail, invoiceId: invoice?.id ?? null })
  return null
}
