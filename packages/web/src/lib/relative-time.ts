/** Formats a relative time: 'Just now', '1 minute ago', up to years. */
import { measureMessages } from '@filesmith/contract/messages/measures'

const steps = [
  { unit: 'minute', seconds: 60, below: 60 },
  { unit: 'hour', seconds: 60 * 60, below: 24 },
  { unit: 'day', seconds: 24 * 60 * 60, below: 30 },
  { unit: 'month', seconds: 30 * 24 * 60 * 60, below: 12 },
  { unit: 'year', seconds: 365 * 24 * 60 * 60, below: Number.POSITIVE_INFINITY },
] as const

export function relativeTime(moment: Date, now: Date): string {
  const secondsAgo = Math.floor((now.getTime() - moment.getTime()) / 1000)
  if (secondsAgo < 60) return measureMessages.justNow
  for (const { unit, seconds, below } of steps) {
    // 12 months of 30 days are less than 365 days: counts these days as one year.
    const count = Math.max(1, Math.floor(secondsAgo / seconds))
    if (count < below) return measureMessages.ago(count, unit)
  }
  return ''
}
