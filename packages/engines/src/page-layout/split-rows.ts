/** Splits grid rows with several lines of numbers into separate rows, as dense statistics omit the rules between them. */

import type { Grid, GridCell } from './grid.ts'
import type { Fragment } from './page-model.ts'

/** In font sizes. */
const sameLine = 0.4
const minColumns = 3
const number = /^[\d.,:%$€£()+\-–/*]+$/

export function splitRows(grid: Grid, fragments: readonly Fragment[]): Grid {
  const cuts = grid.rowEdges.slice(1).map((bottom, row) => {
    const top = grid.rowEdges[row] ?? 0
    const cells = grid.cells.filter(cell => cell.row === row && cell.rowSpan === 1)
    return cutsBetween(
      cells,
      fragments.filter(({ baseline }) => baseline > top && baseline < bottom),
    )
  })
  if (cuts.every(positions => positions.length === 0)) return grid
  const firstRow = (row: number) =>
    row + cuts.slice(0, row).reduce((sum, positions) => sum + positions.length, 0)
  return {
    ...grid,
    rowEdges: grid.rowEdges.flatMap((edge, row) => [edge, ...(cuts[row] ?? [])]),
    cells: grid.cells.flatMap(cell => {
      const positions = cuts[cell.row] ?? []
      const row = firstRow(cell.row)
      if (cell.rowSpan > 1 || positions.length === 0)
        return [{ ...cell, row, rowSpan: firstRow(cell.row + cell.rowSpan) - row }]
      const edges = [cell.top, ...positions, cell.bottom]
      return edges.slice(1).map((bottom, at) => ({ ...cell, row: row + at, top: edges[at] ?? 0, bottom }))
    }),
  }
}

/** Positions between the lines of a row, if its columns have lines at the same heights and most of them are numbers. */
function cutsBetween(cells: readonly GridCell[], fragments: readonly Fragment[]): number[] {
  const lines: Fragment[][] = []
  for (const fragment of [...fragments].sort((a, b) => a.baseline - b.baseline)) {
    const first = lines.at(-1)?.[0]
    if (first && fragment.baseline - first.baseline <= sameLine * fragment.size) lines.at(-1)?.push(fragment)
    else lines.push([fragment])
  }
  if (lines.length < 2) return []
  const isIn = (cell: GridCell) => (fragment: Fragment) => {
    const x = (fragment.left + fragment.right) / 2
    return x >= cell.left && x <= cell.right
  }
  const depths = cells.map(cell => lines.filter(line => line.some(isIn(cell))).length)
  const isEven = depths.filter(depth => depth >= 2 && depth >= 0.6 * lines.length).length
  const filled = depths.filter(depth => depth > 0).length
  const numbers = fragments.filter(({ text }) => number.test(text)).length
  if (isEven < minColumns || isEven < 0.5 * filled || numbers < 0.6 * fragments.length) return []
  return lines.slice(1).map((line, index) => {
    const [above, below] = [lines[index]?.[0], line[0]]
    if (!above || !below) return 0
    // Letters are above their baseline, so the cut is directly below the upper line.
    return above.baseline + 0.3 * (below.baseline - above.baseline)
  })
}
