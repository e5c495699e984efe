/** Clusters marks that touch or nearly touch, on a coarse grid: a map can have a hundred thousand of them. */
import { type Box, boxAround } from './page-model.ts'

/** In points: marks closer than this are connected. */
const cell = 6

export interface Cluster<Mark extends Box> {
  readonly box: Box
  readonly marks: readonly Mark[]
}

export function connectedBoxes<Mark extends Box>(
  marks: readonly Mark[],
  page: { readonly width: number; readonly height: number },
): Cluster<Mark>[] {
  const columns = Math.ceil(page.width / cell) + 1
  const rows = Math.ceil(page.height / cell) + 1
  const cellAt = (value: number, last: number) => Math.min(last - 1, Math.max(0, Math.floor(value / cell)))
  const isCovered = coverage(marks, columns, rows, cellAt)
  const labels = labelComponents(isCovered, columns, rows)
  const members = new Map<number, Mark[]>()
  for (const mark of marks) {
    const label = labels[cellAt(mark.top, rows) * columns + cellAt(mark.left, columns)] ?? 0
    const list = members.get(label)
    if (list) list.push(mark)
    else members.set(label, [mark])
  }
  return [...members.values()].map(own => ({ box: boxAround(own), marks: own }))
}

/** 2D difference array, so that a large box costs no more than a small one. */
function coverage(
  marks: readonly Box[],
  columns: number,
  rows: number,
  cellAt: (value: number, last: number) => number,
): Uint8Array {
  const stride = columns + 1
  const corners = new Int32Array(stride * (rows + 1))
  const count = (row: number, column: number, change: number) => {
    const at = row * stride + column
    corners[at] = (corners[at] ?? 0) + change
  }
  for (const mark of marks) {
    const [left, right] = [cellAt(mark.left, columns), cellAt(mark.right, columns) + 1]
    const [top, bottom] = [cellAt(mark.top, rows), cellAt(mark.bottom, rows) + 1]
    count(top, left, 1)
    count(top, right, -1)
    count(bottom, left, -1)
    count(bottom, right, 1)
  }
  const isCovered = new Uint8Array(columns * rows)
  const above = new Int32Array(stride)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let column = 0; column < columns; column++) {
      above[column] = (above[column] ?? 0) + (corners[row * stride + column] ?? 0)
      sum += above[column] ?? 0
      isCovered[row * columns + column] = sum > 0 ? 1 : 0
    }
  }
  return isCovered
}

/** Labels 8-connected components of covered cells. */
function labelComponents(isCovered: Uint8Array, columns: number, rows: number): Int32Array {
  const labels = new Int32Array(columns * rows)
  let last = 0
  for (let start = 0; start < isCovered.length; start++) {
    if (!isCovered[start] || labels[start]) continue
    last += 1
    labels[start] = last
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [row, column] = [Math.floor(at / columns), at % columns]
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const next = y * columns + x
          if (!isCovered[next] || labels[next]) continue
          labels[next] = last
          open.push(next)
        }
      }
    }
  }
  return labels
}
