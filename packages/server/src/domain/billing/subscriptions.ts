/** Cancels at the end of the paid period, resumes, or refunds and ends immediately (money-back guarantee). */
import { AppError } from '@filesmith/contract/errors'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import type { AccountRecord } from '../../database/account-store.ts'
import type { PaymentRequest, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import { type BillingDeps, newAction } from './billing-deps.ts'
import { changeBilling, finishActions } from './payment-outbox.ts'
import { moneyBackUntil, runningSubscription } from './running-subscription.ts'

/** Paid access continues to the end of the period. A past-due subscription ends immediately. */
export function cancelSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'nothing-to-cancel', async ({ status, subscriptionId }) =>
    status === 'cancelled' ? null : { kind: 'cancel', subscriptionId },
  )
}

export function resumeSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'nothing-to-resume', async ({ status, subscriptionId }) => {
    if (status !== 'cancelled') throw new AppError('nothing-to-resume')
    return { kind: 'resume', subscriptionId }
  })
}

/** Refunds all payments since the plan started, and ends it. */
export function refundSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'no-money-back', async (running, transaction) => {
    if (moneyBackUntil(running, await transaction.isMoneyBackUsed(), deps.now()) === null)
      throw new AppError('no-money-back', { days: moneyBackDays })
    const invoices = await transaction.listInvoicesSince(running.startedAt)
    const intentIds = invoices
      .filter(({ refunded, amount }) => refunded < amount)
      .flatMap(({ intentId }) => intentId ?? [])
    return { kind: 'money-back', subscriptionId: running.subscriptionId, intentIds }
  })
}

/** Returns the subscription after the requested change, if there is one. */
async function changeRunning(
  deps: BillingDeps,
  accountId: string,
  refusal: 'nothing-to-cancel' | 'nothing-to-resume' | 'no-money-back',
  decide: (running: SubscriptionRecord, transaction: BillingTransaction) => Promise<PaymentRequest | null>,
): Promise<SubscriptionRecord> {
  const before = await changeBilling(deps, accountId, {
    isExclusive: true,
    load: async () => undefined,
    fetch: async () => undefined,
    async apply(transaction) {
      const running = runningSubscription(await transaction.findSubscription(), deps.now())
      if (!running || running.provider !== deps.payments?.info.kind)
        throw new AppError(refusal, { days: moneyBackDays })
      const request = await decide(running, transaction)
      if (request) await transaction.addAction(newAction(deps, running, request))
      return running
    },
  })
  return (await deps.billing.findSubscription(accountId)) ?? before
}

/** Opens the provider's billing portal. */
export async function openBillingPortal(
  { billing, payments }: Pick<BillingDeps, 'billing' | 'payments'>,
  account: AccountRecord,
  returnUrl: string,
): Promise<string> {
  const customers = await billing.findCustomers(account.id)
  const customer = customers.find(({ provider }) => provider === payments?.info.kind)
  if (!customer || !payments) throw new AppError('nothing-to-manage')
  return payments.portalUrl(customer.customerId, returnUrl)
}

/** Also ends its subscriptions, so that a deleted account is not charged. Refunds it is owed are made before. */
export async function deletePaymentCustomer(deps: BillingDeps, accountId: string): Promise<void> {
  await finishActions(deps, accountId)
  for (const { provider, customerId } of await deps.billing.findCustomers(accountId))
    if (provider === deps.payments?.info.kind) await deps.payments.deleteCustomer(customerId)
}
