/** Texts of the preview of a converted table. */
import type { CellType } from '../schemas/data-preview.ts'

const grouped = (count: number) => count.toLocaleString('en')
const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

export const dataPreviewMessages = {
  heading: 'Preview',
  table: 'Table',
  /** Describes the table for everyone. */
  caption: (name: string, rows: number, columns: number) =>
    `${name}: ${counted(rows, 'row')}, ${counted(columns, 'column')}`,
  firstRows: (shown: number) => `The first ${counted(shown, 'row')}.`,
  firstColumns: (shown: number) => `The first ${counted(shown, 'column')}.`,
  noRows: 'This table has no rows.',
  missing: 'no value',
  rowNumber: 'Row',
  unreadable: 'The preview could not be loaded.',
  types: {
    text: 'text',
    number: 'number',
    boolean: 'true or false',
    date: 'date',
    nested: 'nested',
    binary: 'binary',
    empty: 'empty',
  } satisfies Record<CellType, string>,
} as const
