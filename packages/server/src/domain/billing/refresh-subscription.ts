/** Asks the provider how a subscription stands and brings our books up to it; the order of news does not matter. */
import type { BillingTransaction, SubscriptionRecord } from '../../ports/billing-store.ts'
import type { BillingNotice } from '../../ports/mail.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { recordInvoices } from './record-invoices.ts'
import { endedNow, standingOf } from './running-subscription.ts'
import { settleCheckout } from './settle-checkout.ts'

export async function refreshSubscription(
  deps: BillingDeps,
  transaction: BillingTransaction,
  subscriptionId: string,
): Promise<void> {
  const checkout = await transaction.findCheckoutOf(subscriptionId)
  if (checkout) await settleCheckout(deps, transaction, checkout)
  const current = await transaction.findSubscription()
  const found = await requirePayments(deps).findSubscription(subscriptionId)
  if (current?.subscriptionId === subscriptionId && current.status !== 'ended') {
    const now = deps.now()
    const renewed = found ? { ...current, ...standingOf(found, deps.graceDays, now) } : endedNow(current, now)
    await saveChange(transaction, current, renewed)
  }
  const terms = current?.subscriptionId === subscriptionId ? current : checkout
  // What was given back is in the books already, and no checkout that nobody paid has an invoice.
  if (terms && found) await recordInvoices(deps, transaction, terms, found)
}

const noticeOf = {
  active: null,
  cancelled: 'plan-cancelled',
  'past-due': 'payment-failed',
  ended: 'plan-ended',
} as const satisfies Record<SubscriptionRecord['status'], BillingNotice | null>

/** Tells whoever pays when it stands otherwise than before. */
export async function saveChange(
  transaction: BillingTransaction,
  before: SubscriptionRecord,
  after: SubscriptionRecord,
): Promise<void> {
  await transaction.saveSubscription(after)
  const notice = after.status === before.status ? null : noticeOf[after.status]
  if (!notice) return
  const { accountId, plan, price } = after
  const date = (after.status === 'past-due' ? after.accessUntil : after.expiresAt).toISOString()
  await transaction.queueMail({
    kind: 'billing',
    notice,
    accountId,
    plan,
    amount: price,
    date,
    invoiceId: null,
  })
}
