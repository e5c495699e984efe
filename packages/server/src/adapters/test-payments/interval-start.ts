/** Where the intervals of a subscription begin: by the calendar in UTC, always counted from the moment it began. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'

/** Counting on from the interval before would lose the 31st after the first short month. */
export function intervalStart(anchor: Date, interval: BillingInterval, intervals: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + intervals * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
