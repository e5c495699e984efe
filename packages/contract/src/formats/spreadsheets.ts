/** Spreadsheets. */
import type { FormatDefinition } from './format-definition.ts'

export const spreadsheetFormats = {
  xlsx: {
    label: 'XLSX',
    kind: 'spreadsheet',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    // An encrypted package looks the same whatever is inside.
    looksLike: ['docx'],
  },
  xls: { label: 'XLS', kind: 'spreadsheet', mime: 'application/vnd.ms-excel', extensions: ['xls', 'xlt'] },
  ods: {
    label: 'ODS',
    kind: 'spreadsheet',
    mime: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['ods', 'ots'],
  },
  numbers: {
    label: 'Numbers',
    kind: 'spreadsheet',
    mime: 'application/vnd.apple.numbers',
    extensions: ['numbers'],
    looksLike: ['pages'],
  },
  csv: { label: 'CSV', kind: 'spreadsheet', mime: 'text/csv', extensions: ['csv'], looksLike: ['txt'] },
  tsv: {
    label: 'TSV',
    kind: 'spreadsheet',
    mime: 'text/tab-separated-values',
    extensions: ['tsv', 'tab'],
    looksLike: ['txt'],
  },
} as const satisfies Record<string, FormatDefinition>
