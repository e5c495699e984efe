/** Compares the cells of a table with those of the tables found in a document. */

type Cells = readonly (readonly string[])[]

export interface CellCount {
  readonly right: number
  /** Cells with text. */
  readonly all: number
}

/** With the table found that has the most cells in their place. Rows may be missing or added; columns may not. */
export function compareCells(want: Cells, found: readonly Cells[]): CellCount {
  const all = want.flat().filter(text => text !== '').length
  return { right: Math.max(0, ...found.map(table => alignedRows(want, table))), all }
}

/** Most cells in their place over all ways to align the rows in order. */
function alignedRows(want: Cells, have: Cells): number {
  let best = new Array<number>(have.length + 1).fill(0)
  for (const row of want) {
    const next = [0]
    have.forEach((candidate, index) => {
      const matched = (best[index] ?? 0) + cellsInPlace(row, candidate)
      next.push(Math.max(matched, best[index + 1] ?? 0, next[index] ?? 0))
    })
    best = next
  }
  return best.at(-1) ?? 0
}

function cellsInPlace(want: readonly string[], have: readonly string[]): number {
  return want.filter(
    (text, column) => text !== '' && text === (have[column] ?? '').replace(/\s+/g, ' ').trim(),
  ).length
}
