/** Builds tables from grids of rules or from aligned texts. */

import type { AlignedTable } from './aligned-table.ts'
import { type FlowContext, flowBlocks } from './flow-blocks.ts'
import type { Grid, GridCell } from './grid.ts'
import { buildSegments } from './lines.ts'
import { createListFinder } from './lists.ts'
import type { Alignment, Block, Cell, Table } from './model.ts'
import { type Box, boxAround, type Fragment, overlap } from './page-model.ts'
import { sideOf } from './table-side.ts'

const maxCells = 20_000
/** Horizontal cell margin in the output. */
const cellMargin = 4
/** Texts of neighboring columns can overlap, but every column has room for its margins and a letter. */
const minColumnWidth = 3 * cellMargin
/** Maximum space above the text of a cell; in higher cells the text is vertically centered or at the bottom. */
const maxPadding = 40

/** Undefined if the grid is not a table but a frame, a chart or an empty form. */
export function ruledTable(
  grid: Grid,
  fragments: readonly Fragment[],
  context: FlowContext,
): { readonly table: Table; readonly taken: ReadonlySet<Fragment> } | undefined {
  if (grid.cells.length > maxCells) return undefined
  const texts = new Map<GridCell, Fragment[]>()
  const taken = new Set<Fragment>()
  for (const fragment of fragments) {
    const cell = grid.cells.find(candidate => isInside(fragment, candidate))
    if (!cell) continue
    texts.set(cell, [...(texts.get(cell) ?? []), fragment])
    taken.add(fragment)
  }
  const isSparse = grid.cells.length > 12 && texts.size < grid.cells.length * 0.15
  if (texts.size < 2 || isSparse) return undefined
  const rows: Cell[][] = Array.from({ length: grid.rowEdges.length - 1 }, () => [])
  for (const cell of grid.cells) {
    const blocks = cellBlocks(texts.get(cell) ?? [], cell, context)
    rows[cell.row]?.push({
      column: cell.column,
      columnSpan: cell.columnSpan,
      rowSpan: cell.rowSpan,
      blocks,
      fill: context.fillAt(cell),
      box: { left: cell.left, top: cell.top, right: cell.right, bottom: cell.bottom },
    })
  }
  const columnWidths = stepsOf(grid.columnEdges)
  const table: Table = {
    kind: 'table',
    columnWidths,
    rowHeights: stepsOf(grid.rowEdges),
    rows: alignColumns(rows, columnWidths.length),
    isRuled: true,
    ruleColor: grid.color,
    box: { left: grid.left, top: grid.top, right: grid.right, bottom: grid.bottom },
  }
  return { table, taken }
}

export function alignedTable(found: AlignedTable, context: FlowContext): Table {
  const columnEdges = edgesOf(found)
  const rows = found.rows.map((row, at) =>
    row.flatMap((segments, column): Cell[] => {
      const spans = found.spans?.[at]
      if (spans && isCovered(spans, column)) return []
      const columnSpan = spans?.get(column) ?? 1
      const bounds = { left: columnEdges[column] ?? 0, right: columnEdges[column + columnSpan] ?? 0 }
      const blocks = segments.length === 0 ? [] : flowBlocks(segments, tighten(bounds, segments), context)
      const fill = segments.length === 0 ? undefined : context.fillAt(boxAround(segments))
      return [{ column, columnSpan, rowSpan: 1, blocks, fill }]
    }),
  )
  return {
    kind: 'table',
    columnWidths: stepsOf(columnEdges),
    rowHeights: rowSteps(found),
    rows: alignColumns(rows, columnEdges.length - 1),
    isRuled: false,
    ruleColor: '#000000',
    box: { left: found.left, top: found.top, right: found.right, bottom: found.bottom },
  }
}

function isCovered(spans: ReadonlyMap<number, number>, column: number): boolean {
  return [...spans].some(([first, count]) => column > first && column < first + count)
}

/** Left-aligned columns start at their text, so that it needs no indent; right-aligned ones end at it. */
function edgesOf(found: AlignedTable): number[] {
  const columns = found.columnEdges.slice(1).map((_, column) => {
    const boxes = found.rows.flatMap((row, at) =>
      row[column]?.length && !found.spans?.[at]?.has(column) ? [boxAround(row[column] ?? [])] : [],
    )
    return { ...boxAround(boxes), side: sideOf(boxes) }
  })
  const edges = found.columnEdges.map((middle, index) => {
    const [before, after] = [columns[index - 1], columns[index]]
    if (!before || !after) return before ? middle + 2 * cellMargin : middle - cellMargin
    if (after.side === 'start') return Math.max(before.right, after.left - cellMargin)
    return before.side === 'end' ? Math.min(after.left, before.right + cellMargin) : middle
  })
  const increasing: number[] = []
  for (const edge of edges) increasing.push(Math.max(edge, (increasing.at(-1) ?? -Infinity) + minColumnWidth))
  return increasing
}

/** Distance between the baselines of adjacent rows; 0 for the last row. */
function rowSteps({ rows }: AlignedTable): number[] {
  const baselines = rows.map(row => Math.min(...row.flat().map(segment => segment.baseline)))
  return baselines.map((baseline, index) => Math.max(0, (baselines[index + 1] ?? baseline) - baseline))
}

/** Widens the bounds to include text that extends into the white strip. */
function tighten(bounds: { left: number; right: number }, segments: readonly Box[]) {
  const box = boxAround(segments)
  return { left: Math.min(bounds.left, box.left), right: Math.max(bounds.right, box.right) }
}

function cellBlocks(fragments: readonly Fragment[], cell: Box, context: FlowContext): Block[] {
  if (fragments.length === 0) return []
  const segments = buildSegments(fragments)
  const box = boxAround(segments)
  // The padding of a cell is the same on both sides.
  const padding = Math.max(1, Math.min(box.left - cell.left, cell.right - box.right, 8))
  const blocks = flowBlocks(segments, { left: cell.left + padding, right: cell.right - padding }, context)
  const [first, ...rest] = createListFinder().find(blocks)
  if (first?.kind !== 'paragraph') return first ? [first, ...rest] : []
  const spaceBefore = Math.max(0, Math.min(maxPadding, first.box.top - cell.top - 0.15 * first.size))
  return [{ ...first, spaceBefore }, ...rest]
}

function isInside(fragment: Fragment, cell: Box): boolean {
  const x = (fragment.left + fragment.right) / 2
  const y = fragment.baseline - fragment.size * 0.3
  return x >= cell.left && x <= cell.right && y >= cell.top && y <= cell.bottom
}

function stepsOf(edges: readonly number[]): number[] {
  return edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
}

/** Color of the smallest fill behind a box, unless it is white or covers the page. */
export function fillFinder(
  fills: readonly (Box & { readonly color: string })[],
  page: { readonly width: number; readonly height: number },
): (box: Box) => string | undefined {
  const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top)
  const colored = fills.filter(fill => area(fill) < 0.7 * page.width * page.height)
  const bySize = colored.sort((a, b) => area(a) - area(b))
  return box => {
    const found = bySize.find(fill => overlap(fill, box) > 0.7 * area(box))
    return found && found.color !== '#ffffff' ? found.color : undefined
  }
}

/** Applies to all cells of a column including its header, except those spanning several columns. */
function alignColumns(rows: readonly (readonly Cell[])[], columns: number): Cell[][] {
  const sides = Array.from({ length: columns }, (_, column) => sideOf(boxesOf(rows, column)))
  return rows.map(row =>
    row.map(cell => {
      const side = cell.columnSpan === 1 ? sides[cell.column] : undefined
      return side === undefined ? cell : { ...cell, blocks: cell.blocks.map(block => set(block, side)) }
    }),
  )
}

function boxesOf(rows: readonly (readonly Cell[])[], column: number): Box[] {
  return rows.flatMap(row =>
    row.flatMap(cell => {
      const [block, ...others] = cell.blocks
      const isPlain = cell.column === column && cell.columnSpan === 1 && others.length === 0
      return isPlain && block?.kind === 'paragraph' && !block.isRightToLeft ? [block.box] : []
    }),
  )
}

function set(block: Block, alignment: Alignment): Block {
  if (block.kind !== 'paragraph' || block.role.kind !== 'body' || block.alignment === 'justified')
    return block
  return { ...block, alignment, indent: 0, firstIndent: 0 }
}
