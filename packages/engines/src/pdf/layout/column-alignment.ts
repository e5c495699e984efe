/** Decides for each column of a table how its cells are set: one number alone says nothing, all of them do. */
import type { Box } from '../read/page-model.ts'
import type { Alignment, Block, Cell } from './model.ts'

type Side = 'start' | 'centre' | 'end'

/** In points: edges that differ by less are meant to be one. */
const same = 1.6
/** How many cells must agree before anything is changed. */
const minCells = 3

/** Cells of one column, its heading among them; those that span several columns are left as they are. */
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

/** The edge that most cells share; undefined where they share none. */
export function sideOf(boxes: readonly Box[]): Side | undefined {
  if (boxes.length < minCells) return undefined
  const agreeing = (place: (box: Box) => number) => {
    const places = boxes.map(place).sort((a, b) => a - b)
    const middle = places[places.length >> 1] ?? 0
    return places.filter(value => Math.abs(value - middle) < same).length
  }
  const counts: readonly (readonly [Side, number])[] = [
    ['start', agreeing(box => box.left)],
    ['end', agreeing(box => box.right)],
    ['centre', agreeing(box => (box.left + box.right) / 2)],
  ]
  // Cells of one width agree on every side: then the first of these is the simplest.
  const [side, count] = counts.reduce((best, entry) => (entry[1] > best[1] ? entry : best))
  return count >= 0.6 * boxes.length ? side : undefined
}

function set(block: Block, alignment: Alignment): Block {
  if (block.kind !== 'paragraph' || block.role.kind !== 'body' || block.alignment === 'justified')
    return block
  return { ...block, alignment, indent: 0, firstIndent: 0 }
}
