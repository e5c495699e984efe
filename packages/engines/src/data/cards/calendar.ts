/** A calendar, as it is written to JSON. */
import { z } from 'zod'

/** A local time with its zone, a time in UTC, or a day: `2026-11-18T09:30:00`, `2026-11-18T08:30:00Z`, `2026-11-18`. */
const time = z.string()
const lineName = z.string().regex(/^[A-Za-z0-9-]{1,60}$/)
const otherLines = z
  .array(
    z.object({
      name: lineName,
      params: z.record(lineName, z.array(z.string())).exactOptional(),
      value: z.string(),
    }),
  )
  .default([])

export const calendarEntrySchema = z.object({
  type: z.enum(['event', 'task', 'journal']).default('event'),
  summary: z.string().default(''),
  start: time.exactOptional(),
  end: time.exactOptional(),
  /** Of a task. */
  due: time.exactOptional(),
  /** In place of the end. */
  duration: z.string().exactOptional(),
  /** Name of the zone that start, end and due are in. */
  timeZone: z.string().exactOptional(),
  location: z.string().exactOptional(),
  description: z.string().exactOptional(),
  /** Rule of repetition (RRULE), as it is. */
  recurrence: z.string().exactOptional(),
  status: z.string().exactOptional(),
  organizer: z.string().exactOptional(),
  attendees: z.array(z.string()).default([]),
  categories: z.array(z.string()).default([]),
  url: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  /** Lines without a field here. */
  others: otherLines,
  /** Alarms, as lines. */
  alarms: z.array(z.object({ others: otherLines })).default([]),
})
export type CalendarEntry = z.output<typeof calendarEntrySchema>

export const calendarSchema = z.object({
  name: z.string().exactOptional(),
  entries: z.array(calendarEntrySchema),
  /** Definitions of time zones (VTIMEZONE), as text. */
  timeZones: z.array(z.string()).default([]),
})
export type Calendar = z.output<typeof calendarSchema>

export const componentNames = { event: 'VEVENT', task: 'VTODO', journal: 'VJOURNAL' } as const
