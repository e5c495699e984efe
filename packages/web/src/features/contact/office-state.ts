/** Office hours in the office's time zone: open or closed, and when that changes. */

const openMinute = 9 * 60
const closeMinute = 17 * 60
const dayMinutes = 24 * 60
const minuteMs = 60_000

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const officeClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

export interface OfficeState {
  readonly isOpen: boolean
  /** Next closing or opening time. */
  readonly changesAt: Date
}

export function officeState(now: Date): OfficeState {
  const { weekday, minute } = readOfficeClock(now)
  const isWorkday = weekday >= 1 && weekday <= 5
  if (isWorkday && minute >= openMinute && minute < closeMinute)
    return { isOpen: true, changesAt: instantAt(now, 0, closeMinute) }
  const daysAhead = isWorkday && minute < openMinute ? 0 : daysToNextWorkday(weekday)
  return { isOpen: false, changesAt: instantAt(now, daysAhead, openMinute) }
}

function daysToNextWorkday(weekday: number): number {
  if (weekday === 5) return 3
  return weekday === 6 ? 2 : 1
}

/** The instant at which the office's local time is the given minute, `daysAhead` days from now. */
function instantAt(now: Date, daysAhead: number, minute: number): Date {
  const thisMinuteMs = Math.floor(now.getTime() / minuteMs) * minuteMs
  const minutesAhead = daysAhead * dayMinutes + minute - readOfficeClock(now).minute
  const guess = new Date(thisMinuteMs + minutesAhead * minuteMs)
  // Corrects for a daylight saving change in between.
  const offsetMinutes = readOfficeClock(guess).minute - minute
  return new Date(guess.getTime() - offsetMinutes * minuteMs)
}

function readOfficeClock(moment: Date): { weekday: number; minute: number } {
  const parts = Object.fromEntries(officeClock.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    weekday: weekdays.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}
