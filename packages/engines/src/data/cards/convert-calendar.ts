/** Converts calendars between iCalendar, CSV and JSON. */
import { JobFailure } from '../../process/job-failure.ts'
import { readTextLines } from '../read-text.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import {
  type Calendar,
  type CalendarEntry,
  calendarEntrySchema,
  calendarSchema,
  componentNames,
} from './calendar.ts'
import { calendarOfTable, calendarTable } from './calendar-table.ts'
import { withoutEmpty } from './contact.ts'
import {
  type Component,
  type ContentLine,
  otherLine,
  readComponents,
  splitValue,
  unescapeText,
  writeLine,
} from './content-lines.ts'
import { parseJson, withoutEmptyLists } from './convert-contacts.ts'
import { readCsvRows, writeCsvRows } from './csv-text.ts'
import { writeCalendar } from './write-calendar.ts'

export function convertCalendarFile({ input, from, to }: DataTask): DataResult {
  const calendar = readAny(readTextLines(input), from)
  if (calendar.entries.length === 0) throw new JobFailure('file-damaged')
  if (to === 'csv') {
    const { rows, notes } = calendarTable(calendar)
    return { content: writeCsvRows(rows), report: () => ({ notes: [...notes] }) }
  }
  if (to !== 'json') return { content: writeCalendar(calendar) }
  const entries = calendar.entries.map(withoutEmptyLists)
  return { content: `${JSON.stringify({ ...withoutEmptyLists(calendar), entries }, null, 2)}\n` }
}

function readAny(text: string, from: string): Calendar {
  if (from === 'ics') return readCalendar(text)
  if (from === 'csv') return calendarOfTable(readCsvRows(text))
  const found = calendarSchema.safeParse(parseJson(text))
  if (!found.success)
    throw new JobFailure('columns-missing', { what: 'events', examples: 'entries with summary and start' })
  return found.data
}

/** Reads calendars from iCalendar files: events, tasks and journals, with their time zones. */
export function readCalendar(text: string): Calendar {
  const calendars = readComponents(text).filter(({ name }) => name === 'VCALENDAR')
  const components = calendars.flatMap(calendar => calendar.components)
  const name = calendars
    .flatMap(({ lines }) => lines)
    .find(line => line.name === 'X-WR-CALNAME' || line.name === 'NAME')
  return {
    ...(name !== undefined && { name: unescapeText(name.value) }),
    entries: components.flatMap(component => readEntry(component) ?? []),
    timeZones: components.filter(component => component.name === 'VTIMEZONE').map(writeComponent),
  }
}

function writeComponent({ name, lines, components }: Component): string {
  const written = lines.map(line => writeLine(line.name, line.value, line.params))
  return [`BEGIN:${name}\r\n`, ...written, ...components.map(writeComponent), `END:${name}\r\n`].join('')
}

const read: ReadonlySet<string> = new Set(
  'SUMMARY DTSTART DTEND DUE DURATION LOCATION DESCRIPTION RRULE STATUS ORGANIZER ATTENDEE CATEGORIES URL UID'.split(
    ' ',
  ),
)

function readEntry({ name, lines, components }: Component): CalendarEntry | undefined {
  const type = (['event', 'task', 'journal'] as const).find(id => componentNames[id] === name)
  if (type === undefined) return undefined
  const one = (wanted: string) => lines.find(line => line.name === wanted)
  const text = (wanted: string) => unescapeText(one(wanted)?.value ?? '')
  const start = one('DTSTART')
  const times = [start, one('DTEND'), one('DUE')]
  const timeZone = times.flatMap(line => line?.params.TZID ?? [])[0]
  return calendarEntrySchema.parse(
    withoutEmpty({
      type,
      summary: text('SUMMARY'),
      start: readTime(start),
      end: readTime(one('DTEND')),
      due: readTime(one('DUE')),
      duration: one('DURATION')?.value,
      timeZone,
      location: text('LOCATION'),
      description: text('DESCRIPTION'),
      recurrence: one('RRULE')?.value,
      status: text('STATUS'),
      organizer: readPerson(one('ORGANIZER')),
      attendees: lines.filter(line => line.name === 'ATTENDEE').map(line => readPerson(line) ?? ''),
      categories: lines
        .filter(line => line.name === 'CATEGORIES')
        .flatMap(line => splitValue(line.value, ',').map(word => word.trim())),
      url: one('URL')?.value,
      uid: text('UID'),
      others: lines.filter(line => isOther(line, lines)).map(otherLine),
      alarms: components
        .filter(component => component.name === 'VALARM')
        .map(alarm => ({ others: alarm.lines.map(otherLine) })),
    }),
  )
}

const multiple: ReadonlySet<string> = new Set(['ATTENDEE', 'CATEGORIES'])

/** A second line of a field with one text is kept as well. */
function isOther(line: ContentLine, lines: readonly ContentLine[]): boolean {
  if (!read.has(line.name)) return true
  return !multiple.has(line.name) && lines.find(({ name }) => name === line.name) !== line
}

const written = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z?))?$/

function readTime(line: ContentLine | undefined): string | undefined {
  if (line === undefined) return undefined
  const found = written.exec(line.value.trim())
  if (found === null) return line.value.trim()
  const [, year, month, day, hour, minute, second = '00', zone = ''] = found
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`
}

/** `Anna Berg <anna@example.org>`. */
function readPerson(line: ContentLine | undefined): string | undefined {
  if (line === undefined) return undefined
  const address = line.value.trim().replace(/^mailto:/i, '')
  const [name] = line.params.CN ?? []
  return name === undefined || name === address ? address : `${name} <${address}>`
}
