/** Writes calendars as iCalendar files. */
import { createHash } from 'node:crypto'
import { type Calendar, type CalendarEntry, componentNames } from './calendar.ts'
import { escapeCardText, type OtherLine, writeLine } from './content-lines.ts'

export function writeCalendar({ name, entries, timeZones }: Calendar): string {
  const known = new Set(
    timeZones.flatMap(zone => /^TZID[^:\r\n\u2028\u2029]*:(.*)$/m.exec(zone)?.[1]?.trim() ?? []),
  )
  const used = new Set(entries.flatMap(({ timeZone }) => timeZone ?? []))
  const years = entries
    .flatMap(({ start, due }) => [start, due])
    .flatMap(time => Number(time?.slice(0, 4)) || [])
  const described = [...used].filter(zone => !known.has(zone)).map(zone => describeZone(zone, years))
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Filesmith//EN\r\nCALSCALE:GREGORIAN\r\n',
    name === undefined ? '' : writeLine('X-WR-CALNAME', escapeCardText(name)),
    ...timeZones.map(safeZone),
    ...described,
    ...entries.map(writeEntry),
    'END:VCALENDAR\r\n',
  ].join('')
}

/** Text of a JSON file: only lines of a time zone, so that it cannot add other components. */
function safeZone(zone: string): string {
  const text = zone.trim().replace(/\r?\n|\r/g, '\r\n')
  const isZone = /^BEGIN:VTIMEZONE\r\n[\s\S]*\r\nEND:VTIMEZONE$/.test(text)
  const others = text.match(/^(?:BEGIN|END):(?!(?:VTIMEZONE|STANDARD|DAYLIGHT)$)/gm)
  return isZone && others === null ? `${text}\r\n` : ''
}

function writeEntry(entry: CalendarEntry): string {
  const component = componentNames[entry.type]
  const optional = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? '' : writeLine(name, escapeCardText(value))
  const plain = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? '' : writeLine(name, oneLine(value))
  const hasStamp = entry.others.some(({ name }) => name.toUpperCase() === 'DTSTAMP')
  return [
    `BEGIN:${component}\r\n`,
    writeLine('UID', escapeCardText(entry.uid ?? identityOf(entry))),
    hasStamp ? '' : 'DTSTAMP:19700101T000000Z\r\n',
    writeTime('DTSTART', entry.start, entry.timeZone),
    writeTime('DTEND', entry.end, entry.timeZone),
    writeTime('DUE', entry.due, entry.timeZone),
    entry.end === undefined && entry.due === undefined ? plain('DURATION', entry.duration) : '',
    writeLine('SUMMARY', escapeCardText(entry.summary)),
    optional('LOCATION', entry.location),
    optional('DESCRIPTION', entry.description),
    plain('RRULE', entry.recurrence),
    optional('STATUS', entry.status),
    entry.organizer === undefined ? '' : writePerson('ORGANIZER', entry.organizer),
    ...entry.attendees.map(person => writePerson('ATTENDEE', person)),
    entry.categories.length === 0
      ? ''
      : writeLine('CATEGORIES', entry.categories.map(escapeCardText).join(',')),
    plain('URL', entry.url),
    ...entry.others.map(writeOther),
    ...entry.alarms.map(({ others }) => `BEGIN:VALARM\r\n${others.map(writeOther).join('')}END:VALARM\r\n`),
    `END:${component}\r\n`,
  ].join('')
}

function oneLine(value: string): string {
  return value.replace(/\r?\n|\r/g, ' ')
}

function writeOther({ name, params, value }: OtherLine): string {
  // A component must not be opened or closed by a line of it.
  if (/^(?:BEGIN|END)$/i.test(name)) return ''
  return writeLine(name.toUpperCase(), value.replace(/\r?\n|\r/g, '\\n'), params)
}

/** The same for the same entry, so that importing a file twice does not double it. */
function identityOf({ summary, start = '', due = '' }: CalendarEntry): string {
  return `${createHash('sha256').update([summary, start, due].join('\n')).digest('hex').slice(0, 32)}@filesmith`
}

const readable = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(Z?))?$/

function writeTime(name: string, time: string | undefined, timeZone: string | undefined): string {
  if (time === undefined || time === '') return ''
  const found = readable.exec(time.trim())
  if (found === null) return writeLine(name, oneLine(time))
  const [, year, month, day, hour, minute, second = '00', utc = ''] = found
  const date = `${year}${month}${day}`
  if (hour === undefined) return writeLine(name, date, { VALUE: ['DATE'] })
  const zone = utc === '' && timeZone !== undefined ? { TZID: [timeZone] } : {}
  return writeLine(name, `${date}T${hour}${minute}${second}${utc}`, zone)
}

function writePerson(name: string, person: string): string {
  const [, common, address] = /^([^<]*)<([^<>]*)>$/.exec(oneLine(person)) ?? [
    undefined,
    undefined,
    oneLine(person),
  ]
  const value = /^[\w+.-]+:/.test(address ?? '') ? (address ?? '') : `mailto:${address}`
  const commonName = common?.trim()
  return writeLine(name, value, commonName ? { CN: [commonName] } : {})
}

/** Describes a time zone of the IANA database for a calendar (VTIMEZONE): every change of its offset in the years that are used. */
const dayMs = 86_400_000
/** Rules of repetition last longer than their first year. */
const [yearsBefore, yearsAfter, maxYears] = [1, 10, 60]

/** Empty for a zone that this system does not know; programs then take it by its name. */
function describeZone(zone: string, years: readonly number[]): string {
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
