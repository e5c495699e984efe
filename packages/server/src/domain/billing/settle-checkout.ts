/** Applies a paid checkout to the account's plan, or has it refunded, exactly once. */

import type { CheckoutRecord, SubscriptionRecord } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { actionId, type BillingDeps, newAction } from './billing-deps.ts'
import { recordInvoices } from './invoices.ts'
import { runningSubscription, subscriptionStateOf } from './running-subscription.ts'

/** `found` is the subscription of the checkout. Returns the resulting checkout status. */
export async function settleCheckout(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
  found: ProviderSubscription | undefined,
): Promise<CheckoutRecord['status']> {
  const { status, intentId } = checkout
  if (status === 'applied' || status === 'given-back') return status
  if (checkout.provider !== deps.payments?.info.kind) return status
  if (!found || found.invoices.length === 0) return status
  const closing = await transaction.findAction(actionId({ kind: 'close-checkout', intentId }))
  // Being ended at the provider: whether it was paid before is known afterwards.
  if (closing?.state === 'pending') return status
  const current = runningSubscription(await transaction.findSubscription(), deps.now())
  const hasOtherPlan =
    current !== undefined &&
    current.subscriptionId !== checkout.replaces &&
    current.subscriptionId !== checkout.subscriptionId
  if (hasOtherPlan || (closing && found.status === 'ended')) {
    await giveBack(deps, transaction, checkout, found)
    return 'given-back'
  }
  await apply(deps, transaction, checkout, found, current)
  return 'applied'
}

/** The part of the price that existing credit pays. */
export function usedBalance({ price, credit, amount }: CheckoutRecord): number {
  return price - Math.min(credit, price) - amount
}

/** Ended at the provider, which releases the reserved credit. */
export async function closeCheckout(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
): Promise<void> {
  await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
  const request = { kind: 'close-checkout', intentId: checkout.intentId } as const
  await transaction.addAction(newAction(deps, checkout, request))
}

/** The plan changed while this was being paid: refund it, so that the user does not pay for two plans. */
export async function giveBack(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
  found: ProviderSubscription,
): Promise<void> {
  await recordInvoices(deps, transaction, checkout, found, { isSilent: true })
  await transaction.saveCheckout({ ...checkout, status: 'given-back' })
  const request = { kind: 'refund-checkout', intentId: checkout.intentId } as const
  await transaction.addAction(newAction(deps, checkout, request))
}

async function apply(
  deps: BillingDeps,
  transaction: BillingTransaction,
  checkout: CheckoutRecord,
  found: ProviderSubscription,
  current: SubscriptionRecord | undefined,
): Promise<void> {
  const { accountId, plan, interval, price, provider, subscriptionId, customerId, replaces } = checkout
  await transaction.saveSubscription({
    accountId,
    plan,
    interval,
    price,
    provider,
    subscriptionId,
    customerId,
    startedAt: current?.startedAt ?? found.paidFrom,
    ...subscriptionStateOf(found, deps.graceDays, deps.now()),
  })
  await recordInvoices(deps, transaction, checkout, found)
  await transaction.saveCheckout({ ...checkout, status: 'applied' })
  if (replaces !== null)
    await transaction.addAction(newAction(deps, checkout, { kind: 'end', subscriptionId: replaces }))
}
