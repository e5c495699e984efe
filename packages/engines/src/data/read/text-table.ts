/** Tables of text cells: whether the first row is a header, and which columns are numbers or booleans. */
import { type DataValue, isJsonNumber, NumberText } from '../values/data-value.ts'
import {
  columnNames,
  type DataTable,
  inBatches,
  maxColumns,
  type ReadData,
  type Row,
} from '../values/table.ts'
import type { TextRow } from './csv.ts'

export interface TextTableOptions {
  readonly header: 'auto' | 'yes' | 'no'
  readonly types: 'detect' | 'text'
}

const noHeaderNote =
  'The first row looks like data, so the columns were named column1, column2 and so on. Set header to yes if it has the names.'

export function readTextTable(
  rows: () => Iterable<TextRow>,
  name: string,
  options: TextTableOptions,
): ReadData {
  const { first, second } = firstRows(rows())
  const hasHeader = options.header === 'auto' ? looksLikeHeader(first, second) : options.header === 'yes'
  const scan = scanColumns(rows(), hasHeader, options.types === 'detect')
  const names = hasHeader ? first : []
  const columns = columnNames(Array.from({ length: scan.width }, (_, index) => names[index] ?? null))
  const table: DataTable = {
    name,
    columns,
    batches: () => inBatches(typedRows(rows(), hasHeader, scan)),
  }
  const isNoted = options.header === 'auto' && !hasHeader && scan.rowCount > 0
  return {
    content: { kind: 'tables', tables: [table] },
    notes: [
      ...(isNoted ? [noHeaderNote] : []),
      ...(scan.unevenRows > 0
        ? [`${scan.unevenRows} rows have fewer or more cells than the first one.`]
        : []),
    ],
  }
}

function firstRows(rows: Iterable<TextRow>): {
  readonly first: TextRow
  readonly second: TextRow | undefined
} {
  const taken: TextRow[] = []
  for (const row of rows) {
    taken.push(row)
    if (taken.length === 2) break
  }
  return { first: taken[0] ?? [], second: taken[1] }
}

/** Names are texts, all different; a first row with numbers is data, unless a year is among names. */
function looksLikeHeader(first: TextRow, second: TextRow | undefined): boolean {
  const names = first.filter(cell => cell !== null)
  if (names.length === 0 || new Set(names).size < names.length) return false
  if (second === undefined) return !names.some(isNumber)
  const numbers = names.filter(isNumber).length
  return numbers === 0 || (numbers < names.length && names.every(cell => !isNumber(cell) || isYear(cell)))
}

function isYear(cell: string): boolean {
  return /^(?:19|20)\d\d$/.test(cell)
}

function isNumber(cell: string): boolean {
  return /^\s*[+-]?\d[\d\s.,]*(?:e[+-]?\d+\s*)?%?$/i.test(cell)
}

type ColumnType = 'number' | 'boolean' | 'text' | 'none'

interface ColumnScan {
  readonly width: number
  readonly types: readonly ColumnType[]
  readonly rowCount: number
  readonly unevenRows: number
}

function scanColumns(rows: Iterable<TextRow>, hasHeader: boolean, detects: boolean): ColumnScan {
  const types: ColumnType[] = []
  let [width, rowCount, unevenRows, index] = [0, 0, 0, 0]
  for (const row of rows) {
    if (index === 0) width = row.length
    else if (row.length !== width) unevenRows += 1
    const isHeader = hasHeader && index === 0
    index += 1
    if (row.length > types.length)
      types.push(
        ...Array.from({ length: row.length - types.length }, (): ColumnType => (detects ? 'none' : 'text')),
      )
    if (isHeader) continue
    rowCount += 1
    for (const [column, cell] of row.entries())
      if (cell !== null && types[column] !== 'text') types[column] = narrow(types[column] ?? 'none', cell)
  }
  return { width: Math.min(types.length, maxColumns), types, rowCount, unevenRows }
}

function narrow(known: ColumnType, cell: string): ColumnType {
  const type = typeOfCell(cell)
  return known === 'none' || known === type ? type : 'text'
}

/** Digits that a double keeps. */
const exactDigits = 15

/** Leading zeros, a plus sign and more digits than a double has mean that it is not a number to calculate with. */
function typeOfCell(cell: string): ColumnType {
  if (cell === 'true' || cell === 'false') return 'boolean'
  if (cell.length > 30 || !isJsonNumber(cell)) return 'text'
  const digits = cell
    .replace(/[eE][\s\S]*$/, '')
    .replace(/[^\d]/g, '')
    .replace(/^0+/, '')
  return digits.length <= exactDigits && Number.isFinite(Number(cell)) ? 'number' : 'text'
}

function* typedRows(
  rows: Iterable<TextRow>,
  hasHeader: boolean,
  { width, types }: ColumnScan,
): Generator<Row> {
  let index = 0
  for (const row of rows) {
    index += 1
    if (hasHeader && index === 1) continue
    yield Array.from({ length: width }, (_, column) => typedCell(row[column] ?? null, types[column]))
  }
}

function typedCell(cell: string | null, type: ColumnType | undefined): DataValue {
  if (cell === null || type === 'text' || type === 'none' || type === undefined) return cell
  return type === 'number' ? new NumberText(cell) : cell === 'true'
}
