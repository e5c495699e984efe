/** POST /api/convert/calendar: converts calendars between iCalendar, CSV and JSON. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const { pairs, inputs, outputs } = pairsOf({
  ics: ['csv', 'json'],
  csv: ['ics'],
  json: ['ics'],
})

export const convertCalendar = defineOperation({
  path: '/api/convert/calendar',
  label: 'Calendar conversion',
  fileKind: 'mail',
  takes: 'one-file',
  pairs,
  inputs,
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
  }),
  stepOptions: options => options,
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
