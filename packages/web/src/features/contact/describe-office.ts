/** Describes whether the office is open, in the visitor's time zone. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { officeState } from './office-state.ts'

const texts = contactMessages.hours

interface Visitor {
  /** Defaults to the browser's settings. */
  readonly timeZone?: string
  readonly locale?: string
}

export function describeOffice(
  now: Date,
  { timeZone, locale }: Visitor = {},
): { isOpen: boolean; text: string } {
  const { isOpen, changesAt } = officeState(now)
  const zone = timeZone === undefined ? {} : { timeZone }
  const time = new Intl.DateTimeFormat(locale, { ...zone, timeStyle: 'short' }).format(changesAt)
  if (isOpen) return { isOpen, text: texts.openUntil(time) }
  const dayOf = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'short' })
  if (dayOf.format(now) === dayOf.format(changesAt)) return { isOpen, text: texts.opensToday(time) }
  // The sentence around it is English.
  const weekday = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' }).format(changesAt)
  return { isOpen, text: texts.opensLater(weekday, time) }
}
