/** Dates of statistics programs: days or seconds since a day of theirs. */
import { DateText } from '../values/data-value.ts'

const dayMs = 86_400_000

export const epochs = { stata: Date.UTC(1960, 0, 1), sas: Date.UTC(1960, 0, 1), spss: Date.UTC(1582, 9, 14) }

/** Undefined for what no calendar has. */
export function dayOf(days: number, epochMs: number): DateText | undefined {
  const text = isoText(epochMs + Math.floor(days) * dayMs)
  return text === undefined ? undefined : new DateText(text.slice(0, 10))
}

export function momentOf(ms: number, epochMs: number): DateText | undefined {
  const text = isoText(epochMs + Math.round(ms))
  return text === undefined ? undefined : new DateText(text.slice(0, -1).replace(/\.000$/, ''))
}

function isoText(ms: number): string | undefined {
  const date = new Date(ms)
  const isCalendar =
    !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.getUTCFullYear() < 10_000
  return isCalendar ? date.toISOString() : undefined
}
