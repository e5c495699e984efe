/** Periodic check of expired subscriptions and abandoned checkouts, in case the provider's events were lost. */
import type { CheckoutRecord, SubscriptionRecord } from '../../ports/billing-store.ts'
import { addDays, type BillingDeps } from './billing-deps.ts'
import { refreshSubscription, saveChange } from './refresh-subscription.ts'
import { endedNow } from './running-subscription.ts'
import { settleCheckout } from './settle-checkout.ts'

const batchSize = 100
/** By then the provider has let the checkout lapse. */
const checkoutDays = 1
const eventsKeptDays = 90

/** Safe to run in several processes: changes are serialized per account, and the second run finds nothing to do. */
export async function sweepBilling(deps: BillingDeps): Promise<Record<string, number>> {
  const now = deps.now()
  const due = await deps.billing.listDue(now, addDays(now, -1), batchSize)
  for (const subscription of due)
    await checkAccount(deps, subscription.accountId, () => checkSubscription(deps, subscription))
  const left = await deps.billing.listOpenCheckouts(addDays(now, -checkoutDays), batchSize)
  for (const checkout of left)
    await checkAccount(deps, checkout.accountId, () => closeCheckout(deps, checkout))
  return {
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

function checkSubscription(deps: BillingDeps, { accountId, subscriptionId, provider }: SubscriptionRecord) {
  return deps.billing.change(accountId, async transaction => {
    if (provider === deps.payments?.info.kind) await refreshSubscription(deps, transaction, subscriptionId)
    const current = await transaction.findSubscription()
    const now = deps.now()
    if (!current || current.status === 'ended' || current.accessUntil > now) return
    if (current.provider === deps.payments?.info.kind) await deps.payments.end(current.subscriptionId)
    await saveChange(transaction, current, endedNow(current, now))
  })
}

function closeCheckout(deps: BillingDeps, { accountId, intentId }: CheckoutRecord) {
  return deps.billing.change(accountId, async transaction => {
    const checkout = await transaction.findCheckout(intentId)
    if (checkout?.status !== 'open') return
    const isOurs = checkout.provider === deps.payments?.info.kind
    const status = isOurs ? await settleCheckout(deps, transaction, checkout) : 'open'
    if (status !== 'open') return
    if (isOurs) await deps.payments?.end(checkout.subscriptionId)
    await transaction.saveCheckout({ ...checkout, status: 'abandoned' })
  })
}
