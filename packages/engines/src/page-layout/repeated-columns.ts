/** Splits a table that repeats its columns to the right to save height: the header shows the same names again. */
import type { AlignedTable } from './aligned-table.ts'
import { boxAround } from './page-model.ts'

/** Rows from the top that may hold the names of the columns. */
const maxHeaderRows = 2
/** A single name above every column is a unit. */
const minColumns = 2

/** From left to right; the table as it is if its header repeats nothing. */
export function splitRepeatedColumns(table: AlignedTable): AlignedTable[] {
  const names = table.rows.slice(0, maxHeaderRows).map(row => row.map(nameOf))
  const columns = names.map(repeatedColumns).find(count => count !== undefined)
  if (columns === undefined) return [table]
  const all = table.columnEdges.length - 1
  return Array.from({ length: all / columns }, (_, at) => {
    const rows = table.rows.map(row => row.slice(at * columns, (at + 1) * columns))
    const filled = rows.filter(row => row.some(cell => cell.length > 0))
    const columnEdges = table.columnEdges.slice(at * columns, (at + 1) * columns + 1)
    return { ...boxAround(filled.flat(2)), columnEdges, rows: filled }
  })
}

/** Number of columns after which the names start again. */
function repeatedColumns(names: readonly string[]): number | undefined {
  if (!names.every(name => /\p{L}{2}/u.test(name))) return undefined
  const counts = names.map((_, at) => at).filter(count => count >= minColumns && count <= names.length / 2)
  return counts.find(
    count => names.length % count === 0 && names.every((name, at) => name === names[at % count]),
  )
}

function nameOf(cell: AlignedTable['rows'][number][number]): string {
  return cell
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join(' ')
    .toLowerCase()
}
