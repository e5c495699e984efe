/** Cancels at the end of the paid period, resumes, or refunds and ends immediately (money-back guarantee). */
import { AppError } from '@filesmith/contract/errors'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import type { AccountRecord } from '../../database/account-store.ts'
import type { PaymentRequest, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import { type BillingDeps, newAction } from './billing-deps.ts'
import { changeBilling, finishActions, finishAll } from './payment-outbox.ts'
import { moneyBackUntil, runningSubscription } from './running-subscription.ts'

/** Paid access continues to the end of the period. A past-due subscription ends immediately. */
export function cancelSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'cancel', async ({ status, subscriptionId }) =>
    status === 'cancelled' ? null : { kind: 'cancel', subscriptionId },
  )
}

export function resumeSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'resume', async ({ status, subscriptionId }) =>
    status === 'cancelled' ? { kind: 'resume', subscriptionId } : 'refused',
  )
}

/** Refunds all payments since the plan started, and ends it. */
export function refundSubscription(deps: BillingDeps, account: AccountRecord): Promise<SubscriptionRecord> {
  return changeRunning(deps, account.id, 'money-back', async (running, transaction) => {
    if (moneyBackUntil(running, await transaction.isMoneyBackUsed(), deps.now()) === null) return 'refused'
    const invoices = await transaction.listInvoicesSince(running.startedAt)
    const intentIds = invoices
      .filter(({ refunded, amount }) => refunded < amount)
      .flatMap(({ intentId }) => intentId ?? [])
    return { kind: 'money-back', subscriptionId: running.subscriptionId, intentIds }
  })
}

const refusals = {
  cancel: 'nothing-to-cancel',
  resume: 'nothing-to-resume',
  'money-back': 'no-money-back',
} as const

/**
 * Returns the subscription after the requested change, if there is one. A request that was already carried out gets the
 * same answer again: the first one may have been lost with its process.
 */
async function changeRunning(
  deps: BillingDeps,
  accountId: string,
  kind: keyof typeof refusals,
  decide: (
    running: SubscriptionRecord,
    transaction: BillingTransaction,
  ) => Promise<PaymentRequest | 'refused' | null>,
): Promise<SubscriptionRecord> {
  const before = await changeBilling(deps, accountId, {
    finishFirst: finishAll,
    load: async () => undefined,
    fetch: async () => undefined,
    async apply(transaction) {
      const current = await transaction.findSubscription()
      const running = runningSubscription(current, deps.now())
      const isOurs = running?.provider === deps.payments?.info.kind
      const request = running && isOurs ? await decide(running, transaction) : 'refused'
      if (current && request === 'refused' && (await isRequested(transaction, current, kind))) return current
      if (!running || request === 'refused') throw new AppError(refusals[kind], { days: moneyBackDays })
      if (request) await transaction.addAction(newAction(deps, running, request))
      return running
    },
  })
  return (await deps.billing.findSubscription(accountId)) ?? before
}

/** Whether this was the last that the user requested for the subscription, and it was carried out. */
export async function isRequested(
  transaction: BillingTransaction,
  { subscriptionId }: SubscriptionRecord,
  kind: PaymentRequest['kind'],
): Promise<boolean> {
  const last = await transaction.findLastRequest(subscriptionId)
  return last?.state === 'settled' && last.request.kind === kind
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
