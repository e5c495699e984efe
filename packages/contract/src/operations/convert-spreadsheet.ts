/** POST /api/convert/spreadsheet: converts spreadsheets and tables in text files. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const written = ['pdf', 'xlsx', 'ods', 'csv', 'tsv', 'json', 'html', 'md', 'txt'] as const
// Between tables in text files, convert-data converts.
const fromText = ['pdf', 'xlsx', 'ods'] as const

const tables = pairsOf({
  xlsx: written,
  xls: written,
  ods: written,
  numbers: written,
  csv: fromText,
  tsv: fromText,
})

export const convertSpreadsheet = defineOperation({
  path: '/api/convert/spreadsheet',
  label: 'Spreadsheet conversion',
  fileKind: 'spreadsheet',
  takes: 'one-file',
  ...tables,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(tables.outputs, { error: `Output format must be one of: ${written.join(', ')}.` })
      .describe(
        'Several sheets as csv or tsv become a ZIP archive of one file per sheet. json has an object for each row, named by the first one; several sheets are one object of lists.',
      ),
  }),
  password: passwordField,
  stepOptions: () => ({}),
  refuseFormats: (given, { password }) => unusedPassword(given, password),
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
