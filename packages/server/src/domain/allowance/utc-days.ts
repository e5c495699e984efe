/** UTC days and months, in which the allowance is counted. */

const dayMs = 24 * 60 * 60 * 1000

/** For example 2026-03-31. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export function daysBefore(moment: Date, days: number): string {
  return dayOf(new Date(moment.getTime() - days * dayMs))
}

/** First day of the month. */
export function monthOf(moment: Date): string {
  return `${dayOf(moment).slice(0, 7)}-01`
}

export function nextMidnight(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1))
}

export function nextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1))
}
