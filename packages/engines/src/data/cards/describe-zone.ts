/** Describes a time zone of the IANA database for a calendar (VTIMEZONE): every change of its offset in the years that are used. */
import { writeLine } from './content-lines.ts'

const dayMs = 86_400_000
/** Rules of repetition last longer than their first year. */
const [yearsBefore, yearsAfter, maxYears] = [1, 10, 60]

/** Empty for a zone that this system does not know; programs then take it by its name. */
export function describeZone(zone: string, years: readonly number[]): string {
  const offsetAt = offsetReader(zone)
  if (offsetAt === undefined) return ''
  const first = years.reduce((least, year) => Math.min(least, year), 2026) - yearsBefore
  const last = Math.min(
    first + maxYears,
    years.reduce((most, year) => Math.max(most, year), 2026) + yearsAfter,
  )
  const start = Date.UTC(Math.max(1900, first), 0, 1)
  const parts = [observance(start, offsetAt(start), offsetAt(start), zone)]
  for (let at = start; at < Date.UTC(last, 11, 31); at += dayMs) {
    const [before, after] = [offsetAt(at), offsetAt(at + dayMs)]
    if (before !== after) parts.push(observance(changeIn(at, offsetAt), before, after, zone))
  }
  return ['BEGIN:VTIMEZONE\r\n', writeLine('TZID', zone), ...parts, 'END:VTIMEZONE\r\n'].join('')
}

/** Offset to UTC in minutes. */
type OffsetAt = (timeMs: number) => number

function offsetReader(zone: string): OffsetAt | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      hour: 'numeric',
    })
    return timeMs => {
      const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    }
  } catch {
    return undefined
  }
}

/** The minute of the change on that day. */
function changeIn(dayStart: number, offsetAt: OffsetAt): number {
  let [low, high] = [0, dayMs / 60_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(dayStart + middle * 60_000) === offsetAt(dayStart)) low = middle
    else high = middle
  }
  return dayStart + high * 60_000
}

function observance(changeMs: number, before: number, after: number, zone: string): string {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD'
  const local = new Date(changeMs + before * 60_000).toISOString()
  const written = local.slice(0, 19).replace(/[-:]/g, '')
  return [
    `BEGIN:${name}\r\n`,
    writeLine('DTSTART', written),
    writeLine('TZOFFSETFROM', offset(before)),
    writeLine('TZOFFSETTO', offset(after)),
    writeLine('TZNAME', zone),
    `END:${name}\r\n`,
  ].join('')
}

function offset(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(size % 60)}`
}
