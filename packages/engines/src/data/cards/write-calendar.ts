/** Writes calendars as iCalendar files. */
import { createHash } from 'node:crypto'
import { type Calendar, type CalendarEntry, componentNames } from './calendar.ts'
import { escapeCardText, type OtherLine, writeLine } from './content-lines.ts'
import { describeZone } from './describe-zone.ts'

export function writeCalendar({ name, entries, timeZones }: Calendar): string {
  const known = new Set(timeZones.flatMap(zone => /^TZID[^:]*:(.*)$/m.exec(zone)?.[1]?.trim() ?? []))
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
  const [, common, address] = /^(.*?)\s*<([^<>]*)>$/.exec(oneLine(person)) ?? [
    undefined,
    undefined,
    oneLine(person),
  ]
  const value = /^[\w+.-]+:/.test(address ?? '') ? (address ?? '') : `mailto:${address}`
  return writeLine(name, value, common ? { CN: [common] } : {})
}
