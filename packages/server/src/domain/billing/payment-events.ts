/** Takes over the provider's state: for each of its events once, and periodically, in case events were lost. */
import { AppError } from '@filesmith/contract/errors'
import type { CheckoutRecord, InvoiceRecord, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { ProviderEvent, ProviderPayment, ProviderSubscription } from '../../ports/payment-provider.ts'
import type { TestPayments } from '../../ports/test-payments.ts'
import { addDays, type BillingDeps, newAction, requirePayments } from './billing-deps.ts'
import { recordInvoices } from './invoices.ts'
import { changeBilling, finishActions } from './payment-outbox.ts'
import {
  endedByRefund,
  endedNow,
  runningSubscription,
  saveChange,
  subscriptionStateOf,
} from './running-subscription.ts'
import { closeCheckout, settleCheckout } from './settle-checkout.ts'

/** The event only triggers fetching the current state, so the order of events does not matter. */
export async function receivePaymentEvent(
  deps: BillingDeps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { payments } = deps
  if (!payments) throw new AppError('webhook-refused')
  const event = await payments.readEvent(rawBody, signature)
  const accountId = await findAccountOf(deps, event)
  if (accountId === undefined) {
    deps.log.info({ event: event.id, type: event.type }, 'payment event ignored: unknown account')
    return
  }
  const { subscriptionId, intentId } = event
  await changeBilling(deps, accountId, {
    // Otherwise its events would each send a mail before it is settled.
    finishFirst: ({ request }) =>
      request.kind === 'money-back' &&
      (request.subscriptionId === subscriptionId || request.intentIds.some(id => id === intentId)),
    load: async transaction => (intentId === null ? undefined : transaction.findCheckout(intentId)),
    fetch: async checkout => ({
      // A refund event may arrive before the payment event.
      subscriptions: await fetchAll(deps, [subscriptionId, checkout?.subscriptionId]),
      payment: intentId === null ? undefined : await payments.findPayment(intentId),
    }),
    async apply(transaction, { subscriptions, payment }) {
      if (!(await transaction.isNewEvent(event.id, event.type, deps.now()))) return
      for (const [id, found] of subscriptions) await refreshSubscription(deps, transaction, id, found)
      const invoice = payment && (await transaction.findInvoiceOf(payment.intentId))
      if (invoice) await updateInvoice(deps, transaction, invoice, payment)
    },
  })
}

/** Undefined for foreign subscriptions and deleted accounts. */
async function findAccountOf(
  deps: BillingDeps,
  { subscriptionId, intentId }: ProviderEvent,
): Promise<string | undefined> {
  const found =
    subscriptionId === null ? undefined : await requirePayments(deps).findSubscription(subscriptionId)
  const accountId =
    found?.accountId ?? (intentId === null ? undefined : await deps.billing.findAccountByPayment(intentId))
  if (accountId === undefined) return undefined
  return (await deps.accounts.find(accountId))?.id
}

type FoundSubscriptions = ReadonlyMap<string, ProviderSubscription | undefined>

async function fetchAll(
  deps: BillingDeps,
  ids: readonly (string | null | undefined)[],
): Promise<FoundSubscriptions> {
  const payments = requirePayments(deps)
  const wanted = [...new Set(ids.flatMap(id => id ?? []))]
  return new Map(
    await Promise.all(wanted.map(async id => [id, await payments.findSubscription(id)] as const)),
  )
}

/** Synchronizes a subscription with the provider; independent of the order of events. */
async function refreshSubscription(
  deps: BillingDeps,
  transaction: BillingTransaction,
  subscriptionId: string,
  found: ProviderSubscription | undefined,
): Promise<void> {
  const checkout = await transaction.findCheckoutOf(subscriptionId)
  const status = checkout && (await settleCheckout(deps, transaction, checkout, found))
  const current = await transaction.findSubscription()
  const isCurrent = current?.subscriptionId === subscriptionId
  if (isCurrent && current.status !== 'ended') {
    const now = deps.now()
    const renewed = found
      ? { ...current, ...subscriptionStateOf(found, deps.graceDays, now) }
      : endedNow(current, now)
    await saveChange(transaction, current, renewed)
  }
  // Refunded checkouts have recorded their invoice already, and unpaid ones have none.
  const terms = isCurrent ? current : status === 'applied' ? checkout : undefined
  if (terms && found) await recordInvoices(deps, transaction, terms, found)
}

/** A refunded or disputed payment ends the plan it paid for. */
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
  if (isReversed) await endPaidSubscription(deps, transaction, invoice, payment)
}

async function endPaidSubscription(
  deps: BillingDeps,
  transaction: BillingTransaction,
  invoice: InvoiceRecord,
  payment: ProviderPayment,
): Promise<void> {
  const now = deps.now()
  const running = runningSubscription(await transaction.findSubscription(), now)
  if (running?.subscriptionId !== invoice.subscriptionId || invoice.periodEnd <= now) return
  const isRefunded = payment.refunded >= invoice.amount
  await transaction.saveSubscription((isRefunded ? endedByRefund : endedNow)(running, now))
  await transaction.addAction(
    newAction(deps, running, { kind: 'end', subscriptionId: running.subscriptionId }),
  )
}

const batchSize = 100
/** By then the provider has let the checkout lapse. */
const checkoutDays = 1
const eventsKeptDays = 90

/** Safe to run in several processes: changes are serialized per account, and the second run finds nothing to do. */
export async function sweepBilling(deps: BillingDeps): Promise<Record<string, number>> {
  const now = deps.now()
  const actions = deps.payments ? await deps.billing.listDueActions(now, batchSize) : []
  for (const accountId of new Set(actions.map(action => action.accountId)))
    await checkAccount(deps, accountId, () => finishActions(deps, accountId))
  const due = await deps.billing.listDue(now, addDays(now, -1), batchSize)
  for (const subscription of due)
    await checkAccount(deps, subscription.accountId, () => checkSubscription(deps, subscription))
  const left = await deps.billing.listOpenCheckouts(addDays(now, -checkoutDays), batchSize)
  for (const checkout of left) await checkAccount(deps, checkout.accountId, () => closeLapsed(deps, checkout))
  await deps.billing.removeActionsBefore(addDays(now, -eventsKeptDays))
  return {
    duePaymentActions: actions.length,
    checkedSubscriptions: due.length,
    abandonedCheckouts: left.length,
    removedEvents: await deps.billing.removeEventsBefore(addDays(now, -eventsKeptDays)),
  }
}

/** A failure for one account does not affect the others. */
async function checkAccount(deps: BillingDeps, accountId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn({ err: error, accountId }, 'billing check failed')
  }
}

async function checkSubscription(
  deps: BillingDeps,
  { accountId, subscriptionId, provider }: SubscriptionRecord,
): Promise<void> {
  const isOurs = provider === deps.payments?.info.kind
  await changeBilling(deps, accountId, {
    load: async () => undefined,
    fetch: () => fetchAll(deps, isOurs ? [subscriptionId] : []),
    async apply(transaction, subscriptions) {
      for (const [id, found] of subscriptions) await refreshSubscription(deps, transaction, id, found)
      const current = await transaction.findSubscription()
      const now = deps.now()
      if (!current || current.status === 'ended' || current.accessUntil > now) return
      await saveChange(transaction, current, endedNow(current, now))
      const request = { kind: 'end', subscriptionId: current.subscriptionId } as const
      if (current.provider === deps.payments?.info.kind)
        await transaction.addAction(newAction(deps, current, request))
    },
  })
}

async function closeLapsed(
  deps: BillingDeps,
  { accountId, intentId, provider, subscriptionId }: CheckoutRecord,
): Promise<void> {
  const isOurs = provider === deps.payments?.info.kind
  await changeBilling(deps, accountId, {
    load: async () => undefined,
    fetch: () => fetchAll(deps, isOurs ? [subscriptionId] : []),
    async apply(transaction, subscriptions) {
      const checkout = await transaction.findCheckout(intentId)
      if (checkout?.status !== 'open') return
      if (!isOurs) await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
      else if (
        (await settleCheckout(deps, transaction, checkout, subscriptions.get(subscriptionId))) === 'open'
      )
        await closeCheckout(deps, transaction, checkout)
    },
  })
}

/** Delivers events of the test payments to the webhook handler. Stops at the first failure, which is retried with the next call. */
export async function deliverTestEvents(
  testPayments: Pick<TestPayments, 'listOutgoing' | 'markReceived'>,
  receive: (rawBody: Buffer, signature: string) => Promise<void>,
): Promise<void> {
  for (const { id, rawBody, signature } of await testPayments.listOutgoing()) {
    await receive(rawBody, signature)
    await testPayments.markReceived(id)
  }
}
