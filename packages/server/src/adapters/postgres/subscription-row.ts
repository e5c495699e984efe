/** A paid subscription as it stands in its row. */
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import type { subscriptions } from './billing-schema.ts'

/** Undefined for a plan that nobody pays for: an operator gave it. */
export function toSubscription(row: typeof subscriptions.$inferSelect): SubscriptionRecord | undefined {
  return isPaidFor(row) ? row : undefined
}

type Row = typeof subscriptions.$inferSelect

function isPaidFor(row: Row): row is Row & SubscriptionRecord {
  return row.provider !== null && row.subscriptionId !== null && row.expiresAt !== null
}
