/** Converts calendars between iCalendar, CSV and JSON. */
import { JobFailure } from '../../process/job-failure.ts'
import { readTextLines } from '../read-text.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import { type Calendar, calendarSchema } from './calendar.ts'
import { calendarOfTable, calendarTable } from './calendar-table.ts'
import { parseJson, withoutEmptyLists } from './convert-contacts.ts'
import { readCsvRows, writeCsvRows } from './csv-text.ts'
import { readCalendar } from './read-calendar.ts'
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
