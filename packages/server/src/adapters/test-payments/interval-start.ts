/** Start dates of billing intervals: calendar months or years in UTC, counted from the anchor. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'

/** Adding to the previous interval instead would lose the 31st after the first short month. */
export function intervalStart(anchor: Date, interval: BillingInterval, intervals: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + intervals * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
