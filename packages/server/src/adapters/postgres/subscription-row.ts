/** Reads paid subscriptions from their rows. */
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import type { subscriptions } from './billing-schema.ts'

/** Undefined for a plan without payment, which an operator granted. */
export function toSubscription(row: typeof subscriptions.$inferSelect): SubscriptionRecord | undefined {
  return isPaidFor(row) ? row : undefined
}

type Row = typeof subscriptions.$inferSelect

function isPaidFor(row: Row): row is Row & SubscriptionRecord {
  return row.provider !== null && row.subscriptionId !== null && row.expiresAt !== null
}
