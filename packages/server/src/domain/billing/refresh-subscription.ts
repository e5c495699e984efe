/** Synchronizes a subscription with the provider; independent of the order of events. */
import type { BillingTransaction, SubscriptionRecord } from '../../ports/billing-store.ts'
import type { BillingNotice } from '../../ports/mail.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { recordInvoices } from './record-invoices.ts'
import { endedNow, subscriptionStateOf } from './running-subscription.ts'
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
    const renewed = found
      ? { ...current, ...subscriptionStateOf(found, deps.graceDays, now) }
      : endedNow(current, now)
    await saveChange(transaction, current, renewed)
  }
  const terms = current?.subscriptionId === subscriptionId ? current : checkout
  // Refunded checkouts have recorded their invoice already, and unpaid ones have none.
  if (terms && found) await recordInvoices(deps, transaction, terms, found)
}

const noticeOf = {
  active: null,
  cancelled: 'plan-cancelled',
  'past-due': 'payment-failed',
  ended: 'plan-ended',
} as const satisfies Record<SubscriptionRecord['status'], BillingNotice | null>

/** Notifies the payer if the status changed. */
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
