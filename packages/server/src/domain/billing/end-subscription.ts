/** Cancels at the end of the paid period, resumes, or refunds and ends immediately (money-back guarantee). */
import { AppError } from '@filesmith/contract/errors'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { BillingTransaction, SubscriptionRecord } from '../../ports/billing-store.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { addDays, type BillingDeps } from './billing-deps.ts'
import { saveChange } from './refresh-subscription.ts'
import { endedNow, runningSubscription } from './running-subscription.ts'

/** Paid access continues to the end of the period. A past-due subscription ends immediately. */
export function cancelSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'nothing-to-cancel', async (transaction, payments, running) => {
    if (running.status === 'cancelled') return running
    if (running.status === 'past-due') {
      await payments.end(running.subscriptionId)
      const ended = endedNow(running, deps.now())
      await saveChange(transaction, running, ended)
      return ended
    }
    await payments.setRenewal(running.subscriptionId, false)
    const canceled = { ...running, status: 'cancelled', accessUntil: running.expiresAt } as const
    await saveChange(transaction, running, canceled)
    return canceled
  })
}

export function resumeSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'nothing-to-resume', async (transaction, payments, running) => {
    if (running.status !== 'cancelled') throw new AppError('nothing-to-resume')
    await payments.setRenewal(running.subscriptionId, true)
    const accessUntil = addDays(running.expiresAt, deps.graceDays)
    const resumed = { ...running, status: 'active', accessUntil } as const
    await saveChange(transaction, running, resumed)
    return resumed
  })
}

/** End of the money-back period; null if a refund is not available. */
export function moneyBackUntil(subscription: SubscriptionRecord, isUsed: boolean, now: Date): Date | null {
  const until = addDays(subscription.startedAt, moneyBackDays)
  return isUsed || until <= now || !runningSubscription(subscription, now) ? null : until
}

/** Refunds all payments since the plan started, and ends it. */
export function refundSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'no-money-back', async (transaction, payments, running) => {
    const now = deps.now()
    if (moneyBackUntil(running, await transaction.isMoneyBackUsed(), now) === null)
      throw new AppError('no-money-back', { days: moneyBackDays })
    await transaction.markMoneyBackUsed(now)
    const amount = await refundSince(transaction, payments, running.startedAt)
    await payments.end(running.subscriptionId)
    await dropCredit(payments, running)
    const ended = endedNow(running, now)
    await transaction.saveSubscription(ended)
    const { accountId, plan } = running
    await transaction.queueMail({
      kind: 'billing',
      notice: 'money-returned',
      accountId,
      plan,
      amount,
      date: null,
      invoiceId: null,
    })
    return ended
  })
}

async function refundSince(
  transaction: BillingTransaction,
  payments: PaymentProvider,
  since: Date,
): Promise<number> {
  let amount = 0
  for (const invoice of await transaction.listInvoicesSince(since)) {
    if (invoice.intentId === null || invoice.refunded >= invoice.amount) continue
    await payments.refund(invoice.intentId)
    await transaction.markInvoice(invoice.id, { refunded: invoice.amount, isDisputed: invoice.isDisputed })
    amount += invoice.amount - invoice.refunded
  }
  return amount
}

/** The credit came from payments that are refunded now. */
async function dropCredit(payments: PaymentProvider, running: SubscriptionRecord): Promise<void> {
  const credit = await payments.creditOf(running.customerId)
  if (credit > 0) await payments.addCredit(running.customerId, -credit, `back-${running.subscriptionId}`)
}

async function changeRunning(
  deps: BillingDeps,
  accountId: string,
  refusal: 'nothing-to-cancel' | 'nothing-to-resume' | 'no-money-back',
  work: (
    transaction: BillingTransaction,
    payments: PaymentProvider,
    running: SubscriptionRecord,
  ) => Promise<SubscriptionRecord>,
): Promise<SubscriptionRecord> {
  const { payments } = deps
  return deps.billing.change(accountId, async transaction => {
    const running = runningSubscription(await transaction.findSubscription(), deps.now())
    if (!running || running.provider !== payments?.info.kind)
      throw new AppError(refusal, { days: moneyBackDays })
    return work(transaction, payments, running)
  })
}
