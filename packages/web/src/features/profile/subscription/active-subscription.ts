/** The current paid subscription, ignoring one that has ended. */
import type { Billing } from '@filesmith/contract/schemas/billing'

export type PaidSubscription = NonNullable<Billing['subscription']>

export function activeSubscription(billing: Billing | undefined): PaidSubscription | undefined {
  const subscription = billing?.subscription
  return subscription && subscription.status !== 'ended' ? subscription : undefined
}
