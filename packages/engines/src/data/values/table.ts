/** Tables: named columns, and rows that are read in batches, so that a large file is never in memory as values. */
import type { DataValue } from './data-value.ts'

/** Undefined is a value that the row does not have at all. */
export type Row = readonly (DataValue | undefined)[]

export interface DataTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Starts again with each call. */
  batches(): Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

export type DataContent =
  | { readonly kind: 'tree'; readonly value: DataValue }
  | { readonly kind: 'tables'; readonly tables: readonly DataTable[] }

export interface ReadData {
  readonly content: DataContent
  readonly notes?: readonly string[]
  /** What could not be read; called when all is read. */
  readonly warnings?: () => readonly string[]
}

export const maxColumns = 16_384
const batchRows = 500

export function* inBatches(rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Distinct, non-empty names: `name`, `name_2`; a name that is missing is `column3`. */
export function columnNames(given: readonly (string | null)[]): readonly string[] {
  const used = new Set<string>()
  return given.map((name, index) => {
    const base = name === null || name.trim() === '' ? `column${index + 1}` : name
    let unique = base
    for (let count = 2; used.has(unique); count++) unique = `${base}_${count}`
    used.add(unique)
    return unique
  })
}
