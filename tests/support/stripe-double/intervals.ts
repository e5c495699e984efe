/** Dates of a subscription: every interval begins on the day of the month on which the first one did. */
import type { Interval } from './records.ts'

export const hourSeconds = 60 * 60
export const daySeconds = 24 * hourSeconds

/** The end of the interval that begins at `from`; a month without that day ends on its last one. */
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
