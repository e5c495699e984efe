/** Finds grids of crossing rules, their cells and merged cells. */
import type { Box, Rule } from './page-model.ts'

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
