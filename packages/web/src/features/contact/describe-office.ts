/** Whether the office is open, in words that need no reckoning: the reader's own day and clock. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { officeState } from './office-clock.ts'

const words = contactMessages.hours

interface Reader {
  /** Without them those of the browser. */
  readonly timeZone?: string
  readonly locale?: string
}

export function describeOffice(
  now: Date,
  { timeZone, locale }: Reader = {},
): { isOpen: boolean; text: string } {
  const { isOpen, changesAt } = officeState(now)
  const zone = timeZone === undefined ? {} : { timeZone }
  const time = new Intl.DateTimeFormat(locale, { ...zone, timeStyle: 'short' }).format(changesAt)
  if (isOpen) return { isOpen, text: words.openUntil(time) }
  const dayOf = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'short' })
  if (dayOf.format(now) === dayOf.format(changesAt)) return { isOpen, text: words.opensToday(time) }
  // The sentence around it is English.
  const weekday = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' }).format(changesAt)
  return { isOpen, text: words.opensLater(weekday, time) }
}
