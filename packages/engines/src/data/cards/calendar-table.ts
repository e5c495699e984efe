/** Calendars as a table with one row for each entry. */
import { JobFailure } from '../../process/job-failure.ts'
import { type Calendar, type CalendarEntry, calendarEntrySchema } from './calendar.ts'
import { withoutEmpty } from './contact.ts'

const columns = [
  ['Type', 'type'],
  ['Summary', 'summary'],
  ['Start', 'start'],
  ['End', 'end'],
  ['Due', 'due'],
  ['Duration', 'duration'],
  ['Time Zone', 'timeZone'],
  ['Location', 'location'],
  ['Description', 'description'],
  ['Recurrence', 'recurrence'],
  ['Status', 'status'],
  ['Organizer', 'organizer'],
  ['Attendees', 'attendees'],
  ['Categories', 'categories'],
  ['URL', 'url'],
  ['UID', 'uid'],
] as const satisfies readonly (readonly [string, keyof CalendarEntry])[]

export function calendarTable({ entries }: Calendar): {
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
} {
  const cellOf = (value: string | readonly string[] | undefined) =>
    value === undefined ? '' : typeof value === 'string' ? value : value.join('; ')
  const rows = entries.map(entry => columns.map(([, field]) => cellOf(entry[field])))
  const left = entries.reduce((sum, { others, alarms }) => sum + alarms.length + kept(others).length, 0)
  return {
    rows: [columns.map(([label]) => label), ...rows],
    notes: left > 0 ? [`Fields and alarms without a column are left out: ${left}. JSON keeps them.`] : [],
  }
}

/** Of the record itself, not of the entry. */
const bookkeeping = /^(?:DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|TRANSP|CLASS)$/

function kept(others: CalendarEntry['others']): CalendarEntry['others'] {
  return others.filter(({ name }) => !bookkeeping.test(name))
}

/** Other names of the columns, as calendar services import them. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^(?:subject|title|name|event)$/, 'summary'],
  [/^start(?: date)?$/, 'start'],
  [/^end(?: date)?$/, 'end'],
  [/^start time$/, 'startTime'],
  [/^end time$/, 'endTime'],
  [/^due(?: date)?$/, 'due'],
  [/^all[ -]?day(?: event)?$/, 'allDay'],
  [/^(?:notes?|details|body)$/, 'description'],
  [/^(?:place|where)$/, 'location'],
  [/^(?:repeat|rrule)$/, 'recurrence'],
  [/^(?:tzid|zone)$/, 'timeZone'],
]

export function calendarOfTable([header = [], ...rows]: readonly (readonly string[])[]): Calendar {
  const fields = header.map(label => fieldFor(label.trim().toLowerCase()))
  if (!fields.includes('summary') || !(fields.includes('start') || fields.includes('due')))
    throw new JobFailure('columns-missing', { what: 'events', examples: 'Summary, Start, End' })
  const entries = rows.map(row => {
    const cells = new Map<string, string>()
    for (const [index, cell] of row.entries()) {
      const field = fields[index]
      if (field !== undefined && cell.trim() !== '' && !cells.has(field)) cells.set(field, cell.trim())
    }
    return entryOf(cells)
  })
  return { entries, timeZones: [] }
}

function fieldFor(label: string): string | undefined {
  return (
    columns.find(([name]) => name.toLowerCase() === label)?.[1] ??
    synonyms.find(([pattern]) => pattern.test(label))?.[1]
  )
}

function entryOf(cells: ReadonlyMap<string, string>): CalendarEntry {
  const text = (field: string) => cells.get(field)
  const isAllDay = /^(?:true|yes|1)$/i.test(text('allDay') ?? '')
  const type = text('type')?.toLowerCase()
  const time = (date: string | undefined, clock: string | undefined) =>
    date === undefined ? undefined : readableTime(date, isAllDay ? undefined : clock)
  return calendarEntrySchema.parse(
    withoutEmpty({
      type: type === 'task' || type === 'journal' ? type : 'event',
      summary: text('summary') ?? '',
      start: time(text('start'), text('startTime')),
      end: time(text('end'), text('endTime')),
      due: time(text('due'), undefined),
      duration: text('duration'),
      timeZone: text('timeZone'),
      location: text('location'),
      description: text('description'),
      recurrence: text('recurrence'),
      status: text('status'),
      organizer: text('organizer'),
      attendees: listOf(text('attendees')),
      categories: listOf(text('categories')),
      url: text('url'),
      uid: text('uid'),
    }),
  )
}

function listOf(text: string | undefined): string[] {
  return (text?.split(';') ?? []).map(item => item.trim()).filter(Boolean)
}

const isoTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?$/
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const americanDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const clockTime = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?$/i

/** Days as in our tables, or as calendar services import them (`11/18/2026` and `9:30 AM`). */
function readableTime(date: string, clock: string | undefined): string {
  const [, month = '', day = '', year] = americanDay.exec(date) ?? []
  const isoDate = year === undefined ? date : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isoTime.test(isoDate))
    throw new JobFailure('columns-missing', { what: 'events', examples: 'dates such as 2026-11-18' })
  if (clock === undefined || !isoDay.test(isoDate)) return isoDate.replace(' ', 'T')
  const [, hours = '0', minutes = '00', seconds = '00', half] = clockTime.exec(clock) ?? []
  const twelve = Number(hours) % 12
  const hour = half === undefined ? Number(hours) : half.toLowerCase() === 'pm' ? twelve + 12 : twelve
  return `${isoDate}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}
