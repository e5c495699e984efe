/** POST /api/convert/data: converts tables and structured data. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { defineOperation, pairsOf } from './operation.ts'

const outputNames = [
  ...['csv', 'tsv', 'json', 'jsonl', 'yaml', 'toml', 'xml'],
  ...['ini', 'env', 'html', 'md', 'parquet', 'sqlite', 'xlsx'],
] as const
// Workbooks of tables in text files are written by convert-spreadsheet.
const textTables = ['csv', 'tsv', 'json', 'jsonl', 'yaml', 'xml', 'html', 'md', 'parquet', 'sqlite'] as const
const tables = [...textTables, 'xlsx'] as const
const trees = [
  'json',
  'yaml',
  'toml',
  'xml',
  'ini',
  'env',
  'csv',
  'tsv',
  'jsonl',
  'html',
  'md',
  'parquet',
  'sqlite',
  'xlsx',
] as const

const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const
const headerRows = ['auto', 'yes', 'no'] as const

export const convertData = defineOperation({
  path: '/api/convert/data',
  label: 'Data conversion',
  fileKind: 'data',
  takes: 'one-file',
  ...pairsOf({
    csv: textTables,
    tsv: textTables,
    jsonl: tables,
    parquet: tables,
    sqlite: tables,
    fwf: tables,
    feather: tables,
    dta: tables,
    sav: tables,
    xpt: tables,
    json: trees,
    yaml: trees,
    toml: trees,
    xml: trees,
    ini: trees,
    env: trees,
    toon: trees,
  }),
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputNames, { error: `Output format must be one of: ${outputNames.join(', ')}.` }),
    header: z
      .enum(headerRows, { error: `header must be one of: ${headerRows.join(', ')}.` })
      .default('auto')
      .describe(
        'Whether the first row of a csv, tsv or fwf file names the columns; auto decides by its cells.',
      ),
    types: z
      .enum(['detect', 'text'], { error: 'types must be one of: detect, text.' })
      .default('detect')
      .describe(
        'detect makes numbers and booleans of the columns of a csv, tsv or fwf file where that loses nothing; text keeps all as text.',
      ),
    delimiter: z
      .enum(delimiters, { error: `delimiter must be one of: ${delimiters.join(', ')}.` })
      .default('comma')
      .describe('Between the cells of a csv file that is written.'),
  }),
  stepOptions: ({ outputFormat, ...options }) => options,
  refusal: ({ options: { outputFormat, delimiter } }) =>
    delimiter !== 'comma' && outputFormat !== 'csv'
      ? new AppError('option-without-effect', { option: 'delimiter', reason: 'only csv files have one.' })
      : undefined,
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 200 * bytesPerMegabyte,
})
