/** Collects the first rows of tables while they are written. */
import {
  type CellType,
  type DataPreview,
  dataPreviewPart,
  maxPreviewRows,
  type TablePreview,
} from '@filesmith/contract/schemas/data-preview'
import { maxPartCharacters } from '../request.ts'
import { cellText, type DataValue, DateText, NumberText } from '../values/data-value.ts'
import type { DataTable, Row } from '../values/table.ts'

const maxTables = 20
const maxPreviewColumns = 50
const maxCellCharacters = 200

export interface PreviewCollector {
  /** The same table; its rows are counted and the first ones kept when it is read. */
  watch(table: DataTable): DataTable
  part(): { readonly name: string; readonly format: 'json'; readonly text: string }
}

interface Watched {
  readonly table: DataTable
  readonly rows: Row[]
  rowCount: number
}

export function createPreview(): PreviewCollector {
  const watched: Watched[] = []
  return {
    watch(table) {
      const seen: Watched = { table, rows: [], rowCount: 0 }
      watched.push(seen)
      return { ...table, batches: () => watchBatches(seen) }
    },
    part() {
      const tables = watched.slice(0, maxTables).map(previewOf)
      return { name: dataPreviewPart, format: 'json', text: fit(tables) }
    },
  }
}

async function* watchBatches(seen: Watched): AsyncGenerator<readonly Row[]> {
  seen.rowCount = 0
  seen.rows.length = 0
  for await (const rows of seen.table.batches()) {
    seen.rowCount += rows.length
    if (seen.rows.length < maxPreviewRows) seen.rows.push(...rows.slice(0, maxPreviewRows - seen.rows.length))
    yield rows
  }
}

function previewOf({ table, rows, rowCount }: Watched): TablePreview {
  const columns = table.columns.slice(0, maxPreviewColumns)
  return {
    name: cut(table.name),
    columns: columns.map((name, index) => ({ name: cut(name), type: typeOfColumn(rows, index) })),
    rows: rows.map(row => columns.map((_, index) => cutCell(cellText(row[index])))),
    rowCount,
    columnCount: table.columns.length,
  }
}

function cut(text: string): string {
  return text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters - 1)}…` : text
}

function cutCell(text: string | null): string | null {
  return text === null ? null : cut(text)
}

function typeOfColumn(rows: readonly Row[], index: number): CellType {
  const types = new Set(rows.map(row => typeOfValue(row[index])).filter(type => type !== 'empty'))
  const [only = 'empty'] = types
  return types.size > 1 ? 'text' : only
}

const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

function typeOfValue(value: DataValue | undefined): CellType {
  if (value === null || value === undefined) return 'empty'
  if (value instanceof NumberText) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof DateText) return 'date'
  if (typeof value === 'string') return datePattern.test(value) ? 'date' : 'text'
  return value instanceof Uint8Array ? 'binary' : 'nested'
}

/** Leaves out the last rows of all tables until it fits into a message of the helper. */
function fit(tables: readonly TablePreview[]): string {
  for (let rows = maxPreviewRows; rows > 0; rows = Math.floor(rows / 2)) {
    const preview: DataPreview = {
      tables: tables.map(table => ({ ...table, rows: table.rows.slice(0, rows) })),
    }
    const text = JSON.stringify(preview)
    if (text.length <= maxPartCharacters && Buffer.byteLength(text) <= 1.5 * maxPartCharacters) return text
  }
  return JSON.stringify({ tables: [] } satisfies DataPreview)
}
