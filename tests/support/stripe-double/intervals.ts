/** Billing intervals anchored to the day of month of the first one. */
import type { Interval } from './records.ts'

export const hourSeconds = 60 * 60
export const daySeconds = 24 * hourSeconds

/** End of the interval that starts at `from`; in shorter months the last day. */
export function intervalEnd(anchor: number, from: number, interval: Interval): number {
  let count = 1
  while (afterIntervals(anchor, count, interval) <= from) count += 1
  return afterIntervals(anchor, count, interval)
}

function afterIntervals(anchor: number, count: number, interval: Interval): number {
  const start = new Date(anchor * 1000)
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  const timeOfDay = anchor % daySeconds
  return Date.UTC(start.getUTCFullYear(), months, day) / 1000 + timeOfDay
}
