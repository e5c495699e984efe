/** Determines the alignment of table columns from all of their cells, because single cells are ambiguous. */

import type { Alignment, Block, Cell } from './model.ts'
import type { Box } from './page-model.ts'

type Side = 'start' | 'center' | 'end'

/** In points: edges closer than this are equal. */
const tolerance = 1.6
/** Minimum number of cells to infer an alignment. */
const minCells = 3

/** Applies to all cells of a column including its header, except those spanning several columns. */
export function alignColumns(rows: readonly (readonly Cell[])[], columns: number): Cell[][] {
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

/** The edge that most cells share; undefined if there is none. */
export function sideOf(boxes: readonly Box[]): Side | undefined {
  if (boxes.length < minCells) return undefined
  const countAgreeing = (edgeOf: (box: Box) => number) => {
    const edges = boxes.map(edgeOf).sort((a, b) => a - b)
    const middle = edges[edges.length >> 1] ?? 0
    return edges.filter(value => Math.abs(value - middle) < tolerance).length
  }
  const counts: readonly (readonly [Side, number])[] = [
    ['start', countAgreeing(box => box.left)],
    ['end', countAgreeing(box => box.right)],
    ['center', countAgreeing(box => (box.left + box.right) / 2)],
  ]
  // Cells of equal width agree on every side; prefer the first.
  const [side, count] = counts.reduce((best, entry) => (entry[1] > best[1] ? entry : best))
  return count >= 0.6 * boxes.length ? side : undefined
}

function set(block: Block, alignment: Alignment): Block {
  if (block.kind !== 'paragraph' || block.role.kind !== 'body' || block.alignment === 'justified')
    return block
  return { ...block, alignment, indent: 0, firstIndent: 0 }
}
