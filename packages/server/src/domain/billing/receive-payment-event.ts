/**
 * Handles a provider webhook once; the event only triggers fetching the current state, so its order does not matter.
 */
import { AppError } from '@filesmith/contract/errors'
import type { ProviderEvent } from '../../ports/payment-provider.ts'
import { type BillingDeps, requirePayments } from './billing-deps.ts'
import { refreshPayment } from './refresh-payment.ts'
import { refreshSubscription } from './refresh-subscription.ts'

export async function receivePaymentEvent(
  deps: BillingDeps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (!deps.payments) throw new AppError('webhook-refused')
  const event = await deps.payments.readEvent(rawBody, signature)
  const accountId = await findAccountOf(deps, event)
  if (accountId === undefined) {
    deps.log.info({ event: event.id, type: event.type }, 'payment event ignored: unknown account')
    return
  }
  await deps.billing.change(accountId, async transaction => {
    if (!(await transaction.isNewEvent(event.id, event.type, deps.now()))) return
    if (event.subscriptionId !== null) await refreshSubscription(deps, transaction, event.subscriptionId)
    if (event.intentId !== null) await refreshPayment(deps, transaction, event.intentId)
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
