/** Looks after what nobody brought news of: plans whose time is over, and payments that were begun and left. */
import type { CheckoutRecord, SubscriptionRecord } from '../../ports/billing-store.ts'
import { addDays, type BillingDeps } from './billing-deps.ts'
import { refreshSubscription, saveChange } from './refresh-subscription.ts'
import { endedNow } from './running-subscription.ts'
import { settleCheckout } from './settle-checkout.ts'

const rowsAtOnce = 100
/** By then the provider has let it lapse. */
const checkoutDays = 1
const eventsKeptDays = 90

/** Several processes may do so at once: each account is open to one at a time, and the second finds nothing to do. */
export async function sweepBilling(deps: BillingDeps): Promise<Record<string, number>> {
  const now = deps.now()
  const due = await deps.billing.listDue(now, addDays(now, -1), rowsAtOnce)
  for (const subscription of due)
    await look(deps, subscription.accountId, () => lookAfter(deps, subscription))
  const left = await deps.billing.listOpenCheckouts(addDays(now, -checkoutDays), rowsAtOnce)
  for (const checkout of left) await look(deps, checkout.accountId, () => close(deps, checkout))
  return {
    checkedSubscriptions: due.length,
    abandonedCheckouts: left.length,
    forgottenEvents: await deps.billing.removeEventsBefore(addDays(now, -eventsKeptDays)),
  }
}

/** One account's trouble is not another's. */
async function look(deps: BillingDeps, accountId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log.warn({ err: error, accountId }, 'a paid plan could not be looked after; it will be tried again')
  }
}

function lookAfter(deps: BillingDeps, { accountId, subscriptionId, provider }: SubscriptionRecord) {
  return deps.billing.change(accountId, async transaction => {
    if (provider === deps.payments?.info.kind) await refreshSubscription(deps, transaction, subscriptionId)
    const current = await transaction.findSubscription()
    const now = deps.now()
    if (!current || current.status === 'ended' || current.accessUntil > now) return
    if (current.provider === deps.payments?.info.kind) await deps.payments.end(current.subscriptionId)
    await saveChange(transaction, current, endedNow(current, now))
  })
}

function close(deps: BillingDeps, { accountId, intentId }: CheckoutRecord) {
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
