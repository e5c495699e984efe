/** Puts marks together that touch or nearly touch, on a coarse raster: a map has a hundred thousand of them. */
import { type Box, boxAround } from '../read/page-model.ts'

/** In points: what is closer than this belongs together. */
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
  const place = (value: number, last: number) => Math.min(last - 1, Math.max(0, Math.floor(value / cell)))
  const isCovered = coverage(marks, columns, rows, place)
  const names = nameComponents(isCovered, columns, rows)
  const members = new Map<number, Mark[]>()
  for (const mark of marks) {
    const name = names[place(mark.top, rows) * columns + place(mark.left, columns)] ?? 0
    const list = members.get(name)
    if (list) list.push(mark)
    else members.set(name, [mark])
  }
  return [...members.values()].map(own => ({ box: boxAround(own), marks: own }))
}

/** Corners are counted and summed up once, so that a large box costs no more than a small one. */
function coverage(
  marks: readonly Box[],
  columns: number,
  rows: number,
  place: (value: number, last: number) => number,
): Uint8Array {
  const stride = columns + 1
  const corners = new Int32Array(stride * (rows + 1))
  const count = (row: number, column: number, change: number) => {
    const at = row * stride + column
    corners[at] = (corners[at] ?? 0) + change
  }
  for (const mark of marks) {
    const [left, right] = [place(mark.left, columns), place(mark.right, columns) + 1]
    const [top, bottom] = [place(mark.top, rows), place(mark.bottom, rows) + 1]
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

/** Covered cells that touch, also at their corners, get the same number. */
function nameComponents(isCovered: Uint8Array, columns: number, rows: number): Int32Array {
  const names = new Int32Array(columns * rows)
  let last = 0
  for (let start = 0; start < isCovered.length; start++) {
    if (!isCovered[start] || names[start]) continue
    last += 1
    names[start] = last
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [row, column] = [Math.floor(at / columns), at % columns]
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const next = y * columns + x
          if (!isCovered[next] || names[next]) continue
          names[next] = last
          open.push(next)
        }
      }
    }
  }
  return names
}
