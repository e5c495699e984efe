/** Plan changes without a payment: covered by credit, or resuming a canceled plan. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type BillingInterval, planOfNumber, priceOf } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { Quote } from '@filesmith/contract/schemas/billing'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { BillingTransaction, SubscriptionRecord } from '../../ports/billing-store.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { resumeSubscription } from './end-subscription.ts'
import { abandonCheckout, balanceOf, listPayable } from './open-checkouts.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { recordInvoices } from './record-invoices.ts'
import { runningSubscription, subscriptionStateOf } from './running-subscription.ts'

interface RequestedPlanChange {
  readonly planId: number
  readonly interval: BillingInterval
}

export async function changePlan(
  deps: BillingDeps,
  account: AccountRecord,
  { planId, interval }: RequestedPlanChange,
): Promise<PlanId> {
  const plan = planOfNumber(planId)
  if (plan === undefined || plan === 'free') throw new AppError('amount-not-a-price')
  const payments = requirePayments(deps)
  const wanted = { plan, interval, price: priceOf(deps.prices[plan], interval) }
  const kind = await deps.billing.change(account.id, async transaction => {
    const payable = await listPayable(deps, transaction)
    const current = await transaction.findSubscription()
    const balance = await balanceOf(payments, transaction, payable)
    const quote = quoteCheckout(current, wanted, balance, deps.now())
    if (quote.due > 0) throw new AppError('change-needs-payment')
    for (const open of payable) await abandonCheckout(payments, transaction, open)
    const running = runningSubscription(current, deps.now())
    if (quote.kind !== 'resume') await startSubscription(deps, transaction, account, running, quote)
    return quote.kind
  })
  if (kind === 'resume') await resumeSubscription(deps, account)
  return plan
}

async function startSubscription(
  deps: BillingDeps,
  transaction: BillingTransaction,
  account: AccountRecord,
  running: SubscriptionRecord | undefined,
  { plan, interval, price, credit, balance }: Quote,
): Promise<void> {
  const payments = requirePayments(deps)
  const provider = payments.info.kind
  // An amount below the provider's minimum is waived.
  const discount = credit + balance >= price ? Math.min(credit, price) : price
  const { subscriptionId, customerId } = await payments.createSubscription({
    accountId: account.id,
    email: account.email,
    username: account.username,
    customerId: (await transaction.findCustomer(provider)) ?? null,
    plan,
    interval,
    price,
    discount,
    orderId: randomUUID(),
    cardOf: running?.subscriptionId ?? null,
  })
  const found = await payments.findSubscription(subscriptionId)
  if (found?.status !== 'active') {
    await payments.end(subscriptionId)
    throw new AppError(
      'payment-provider-failed',
      {},
      { cause: new Error('the subscription did not become active') },
    )
  }
  if (running) {
    const left = credit - price
    if (left > 0) await payments.addCredit(customerId, left, `left-${running.subscriptionId}`)
    await payments.end(running.subscriptionId)
  }
  const created: SubscriptionRecord = {
    accountId: account.id,
    plan,
    interval,
    price,
    provider,
    subscriptionId,
    customerId,
    startedAt: running?.startedAt ?? found.paidFrom,
    ...subscriptionStateOf(found, deps.graceDays, deps.now()),
  }
  await transaction.saveSubscription(created)
  await recordInvoices(deps, transaction, created, found)
}
