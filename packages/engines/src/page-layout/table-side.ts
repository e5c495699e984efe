/** Infers the alignment of a column of a table from its texts. */

import type { Box } from './page-model.ts'

export type Side = 'start' | 'center' | 'end'

/** In points: edges closer than this are equal. */
const tolerance = 1.6
/** Minimum number of cells to infer an alignment. */
const minCells = 3

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
