/** Finds grids of crossing rules, their cells and merged cells, and splits rows that have several lines of numbers. */
import type { Box, Fragment, Rule } from './page-model.ts'

export interface GridCell extends Box {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

export interface Grid extends Box {
  readonly columnEdges: readonly number[]
  readonly rowEdges: readonly number[]
  readonly cells: readonly GridCell[]
  readonly color: string
}

interface Line {
  /** Coordinate perpendicular to its direction. */
  at: number
  from: number
  to: number
  readonly isHorizontal: boolean
  readonly color: string
}

const sameLine = 2
const touching = 3.5
const minCellSide = 4
const maxLines = 4000

export function findGrids(rules: readonly Rule[]): Grid[] {
  const lines = [...mergeLines(rules, true), ...mergeLines(rules, false)]
  if (lines.length > maxLines) return []
  return connectedLines(lines).flatMap(group => {
    const grid = gridOf(group)
    return grid ? [grid] : []
  })
}

function mergeLines(rules: readonly Rule[], isHorizontal: boolean): Line[] {
  const lines = rules
    .filter(rule => rule.isHorizontal === isHorizontal)
    .map(rule =>
      isHorizontal
        ? {
            at: (rule.top + rule.bottom) / 2,
            from: rule.left,
            to: rule.right,
            isHorizontal,
            color: rule.color,
          }
        : {
            at: (rule.left + rule.right) / 2,
            from: rule.top,
            to: rule.bottom,
            isHorizontal,
            color: rule.color,
          },
    )
    .sort((a, b) => a.at - b.at || a.from - b.from)
  const merged: Line[] = []
  for (const line of lines) {
    const twin = merged.findLast(
      other =>
        line.at - other.at <= sameLine &&
        line.from <= other.to + touching &&
        line.to >= other.from - touching,
    )
    if (twin) {
      twin.from = Math.min(twin.from, line.from)
      twin.to = Math.max(twin.to, line.to)
    } else merged.push({ ...line })
  }
  return merged
}

function connectedLines(lines: readonly Line[]): Line[][] {
  const horizontal = lines.filter(line => line.isHorizontal)
  const vertical = lines.filter(line => !line.isHorizontal)
  const groupOf = new Map<Line, Set<Line>>(lines.map(line => [line, new Set([line])]))
  for (const horizontalLine of horizontal) {
    for (const verticalLine of vertical) {
      const isCrossing =
        verticalLine.at >= horizontalLine.from - touching &&
        verticalLine.at <= horizontalLine.to + touching &&
        horizontalLine.at >= verticalLine.from - touching &&
        horizontalLine.at <= verticalLine.to + touching
      const [one, other] = [groupOf.get(horizontalLine), groupOf.get(verticalLine)]
      if (!isCrossing || !one || !other || one === other) continue
      const [large, small] = one.size >= other.size ? [one, other] : [other, one]
      for (const line of small) {
        large.add(line)
        groupOf.set(line, large)
      }
    }
  }
  return [...new Set(groupOf.values())].map(group => [...group])
}

function gridOf(lines: readonly Line[]): Grid | undefined {
  const horizontal = lines.filter(line => line.isHorizontal)
  const vertical = lines.filter(line => !line.isHorizontal)
  const rowEdges = edgesOf(horizontal)
  const columnEdges = edgesOf(vertical)
  if (rowEdges.length < 2 || columnEdges.length < 2) return undefined
  const cells = cellsOf(rowEdges, columnEdges, horizontal, vertical)
  if (cells.length < 2) return undefined
  return {
    left: columnEdges[0] ?? 0,
    right: columnEdges.at(-1) ?? 0,
    top: rowEdges[0] ?? 0,
    bottom: rowEdges.at(-1) ?? 0,
    columnEdges,
    rowEdges,
    cells,
    color: horizontal[0]?.color ?? '#000000',
  }
}

function edgesOf(lines: readonly Line[]): number[] {
  const edges: number[] = []
  for (const at of lines.map(line => line.at).sort((a, b) => a - b)) {
    if (at - (edges.at(-1) ?? -Infinity) >= minCellSide) edges.push(at)
  }
  return edges
}

function cellsOf(
  rowEdges: readonly number[],
  columnEdges: readonly number[],
  horizontal: readonly Line[],
  vertical: readonly Line[],
): GridCell[] {
  const edge = (edges: readonly number[], index: number) => edges[index] ?? 0
  const [rows, columns] = [rowEdges.length - 1, columnEdges.length - 1]
  const isLineAt = (lines: readonly Line[], at: number, middle: number) =>
    lines.some(line => Math.abs(line.at - at) < minCellSide && line.from <= middle && line.to >= middle)
  const middleOf = (edges: readonly number[], index: number) =>
    (edge(edges, index) + edge(edges, index + 1)) / 2
  const hasRight = (row: number, column: number) =>
    isLineAt(vertical, edge(columnEdges, column + 1), middleOf(rowEdges, row))
  const hasBelow = (row: number, column: number) =>
    isLineAt(horizontal, edge(rowEdges, row + 1), middleOf(columnEdges, column))

  const isTaken = Array.from({ length: rows }, () => new Array<boolean>(columns).fill(false))
  const cells: GridCell[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (isTaken[row]?.[column]) continue
      const { rowSpan, columnSpan } = spanFrom(row, column)
      for (let y = row; y < row + rowSpan; y++) isTaken[y]?.fill(true, column, column + columnSpan)
      cells.push({
        row,
        column,
        rowSpan,
        columnSpan,
        left: edge(columnEdges, column),
        right: edge(columnEdges, column + columnSpan),
        top: edge(rowEdges, row),
        bottom: edge(rowEdges, row + rowSpan),
      })
    }
  }
  return cells

  /** Extends to the right until a line, then down while the row below is open. */
  function spanFrom(row: number, column: number): { rowSpan: number; columnSpan: number } {
    let columnSpan = 1
    while (
      column + columnSpan < columns &&
      !hasRight(row, column + columnSpan - 1) &&
      !isTaken[row]?.[column + columnSpan]
    )
      columnSpan += 1
    const isOpenBelow = (y: number) =>
      Array.from({ length: columnSpan }, (_, offset) => column + offset).every(
        x => !hasBelow(y, x) && (x === column + columnSpan - 1 || !hasRight(y + 1, x)),
      )
    let rowSpan = 1
    while (row + rowSpan < rows && isOpenBelow(row + rowSpan - 1)) rowSpan += 1
    return { rowSpan, columnSpan }
  }
}

/** In font sizes. */
const sameTextLine = 0.4
const minColumnsOfNumbers = 3
const number = /^[\d.,:%$€£()+\-–/*]+$/

/** Splits grid rows with several lines of numbers into separate rows, as dense statistics omit the rules between them. */
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
    if (first && fragment.baseline - first.baseline <= sameTextLine * fragment.size)
      lines.at(-1)?.push(fragment)
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
  if (isEven < minColumnsOfNumbers || isEven < 0.5 * filled || numbers < 0.6 * fragments.length) return []
  return lines.slice(1).map((line, index) => {
    const [above, below] = [lines[index]?.[0], line[0]]
    if (!above || !below) return 0
    // Letters are above their baseline, so the cut is directly below the upper line.
    return above.baseline + 0.3 * (below.baseline - above.baseline)
  })
}
