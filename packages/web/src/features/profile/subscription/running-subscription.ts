/** The subscription that somebody pays for now; one that has ended is only remembered. */
import type { Billing } from '@filesmith/contract/schemas/billing'

export type PaidSubscription = NonNullable<Billing['subscription']>

export function runningSubscription(billing: Billing | undefined): PaidSubscription | undefined {
  const subscription = billing?.subscription
  return subscription && subscription.status !== 'ended' ? subscription : undefined
}
