/** Detects tables without rules: short texts aligned in rows and columns. */

import type { Segment } from './lines.ts'
import { startsWithMarker } from './markers.ts'
import { type Box, boxAround } from './page-model.ts'

/** A table without rules, found by alignment. */
export interface AlignedTable extends Box {
  readonly columnEdges: readonly number[]
  /** By row and column. */
  readonly rows: readonly (readonly (readonly Segment[])[])[]
}

interface Found {
  readonly table: AlignedTable
  /** Text above and below the table in the same group. */
  readonly above: readonly Segment[]
  readonly below: readonly Segment[]
}

interface Row {
  baseline: number
  readonly cells: Segment[][]
}

/** In font sizes. */
const minGap = 0.7
const sameRow = 0.35
const maxRowGap = 4
/** Wider minimum for few rows: word gaps in two or three justified lines may align by chance. */
const minGapOfFewRows = 1.8

export function findAlignedTable(segments: readonly Segment[]): Found | undefined {
  if (segments.length < 5) return undefined
  const gaps = whiteStrips(segmentsInRows(segments))
  if (gaps.length === 0) return undefined
  const rows = rowsOf(segments, gaps)
  const isFilled = (row: Row | undefined) => (row?.cells.filter(cell => cell.length > 0).length ?? 0) >= 2
  const first = rows.findIndex(isFilled)
  const last = rows.findLastIndex(isFilled)
  const inside = rows.slice(first, last + 1)
  if (first < 0 || !looksLikeTable(inside, gaps.length + 1)) return undefined
  if (inside.length < 4 && minColumnGap(inside) < minGapOfFewRows) return undefined
  const taken = inside.flatMap(row => row.cells.flat())
  const box = boxAround(taken)
  return {
    table: {
      ...box,
      columnEdges: [box.left, ...gaps, box.right],
      rows: joinContinuations(inside).map(row => row.cells),
    },
    above: rows.slice(0, first).flatMap(row => row.cells.flat()),
    below: rows.slice(last + 1).flatMap(row => row.cells.flat()),
  }
}

/** Captions and headings are alone on their line and are ignored for column detection. */
function segmentsInRows(segments: readonly Segment[]): Segment[] {
  const rows: Segment[][] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && segment.baseline - first.baseline <= sameRow * segment.size) row.push(segment)
    else rows.push([segment])
  }
  return rows.filter(row => row.length > 1).flat()
}

/** Centers of the white strips between texts, from left to right. */
function whiteStrips(segments: readonly Segment[]): number[] {
  const sorted = [...segments].sort((a, b) => a.left - b.left)
  const strips: number[] = []
  let reach = sorted[0]?.right ?? 0
  for (const segment of sorted.slice(1)) {
    if (segment.left - reach >= minGap * segment.size) strips.push((reach + segment.left) / 2)
    reach = Math.max(reach, segment.right)
  }
  return strips
}

function rowsOf(segments: readonly Segment[], gaps: readonly number[]): Row[] {
  const rows: Row[] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    let row = rows.at(-1)
    if (!row || segment.baseline - row.baseline > sameRow * segment.size) {
      row = { baseline: segment.baseline, cells: Array.from({ length: gaps.length + 1 }, () => []) }
      rows.push(row)
    }
    const column = gaps.filter(gap => gap < (segment.left + segment.right) / 2).length
    row.cells[column]?.push(segment)
  }
  return rows
}

/** Smallest gap between two columns over all rows, in font sizes. */
function minColumnGap(rows: readonly Row[]): number {
  const columns = rows[0]?.cells.length ?? 0
  const boxes = Array.from({ length: columns }, (_, column) =>
    boxAround(rows.flatMap(row => row.cells[column] ?? [])),
  )
  const size = rows[0]?.cells.flat()[0]?.size ?? 10
  return Math.min(...boxes.slice(1).map((box, index) => (box.left - (boxes[index]?.right ?? 0)) / size))
}

function looksLikeTable(rows: readonly Row[], columns: number): boolean {
  const cells = rows.flatMap(row => row.cells.filter(cell => cell.length > 0))
  const full = rows.filter(row => row.cells.filter(cell => cell.length > 0).length >= 2).length
  if (full < (columns >= 3 ? 2 : 3) || full < rows.length * 0.45) return false
  // A few widely spaced words of a justified line are not a table.
  const share = cells.length / (rows.length * columns)
  if (share < (rows.length < 3 ? 0.75 : 0.35)) return false
  if (hasWideGap(rows)) return false
  const firstCells = rows.flatMap(row => row.cells[0]?.slice(0, 1) ?? [])
  if (columns === 2 && firstCells.every(cell => isOnlyMarker(cell))) return false
  return cells.length >= 5 && !isProse(rows, columns)
}

function isOnlyMarker(segment: Segment): boolean {
  return segment.words.length <= 2 && startsWithMarker(`${textOf(segment)} x`)
}

function hasWideGap(rows: readonly Row[]): boolean {
  return rows.slice(1).some((row, index) => {
    const size = row.cells.flat()[0]?.size ?? 10
    return row.baseline - (rows[index]?.baseline ?? row.baseline) > maxRowGap * size
  })
}

/** Columns of prose: long lines that fill their column. */
function isProse(rows: readonly Row[], columns: number): boolean {
  let proseColumns = 0
  for (let column = 0; column < columns; column++) {
    const cells = rows.flatMap(row => (row.cells[column]?.length ? [row.cells[column] ?? []] : []))
    if (cells.length === 0) continue
    const boxes = cells.map(cell => boxAround(cell))
    const widest = Math.max(...boxes.map(box => box.right - box.left))
    const filled = boxes.filter(box => box.right - box.left > 0.75 * widest).length / boxes.length
    const words = cells.map(cell => cell.reduce((sum, segment) => sum + segment.words.length, 0))
    const medianWords = words.sort((a, b) => a - b)[words.length >> 1] ?? 0
    if ((medianWords >= 4 && filled > 0.55) || isContinuedText(cells)) proseColumns += 1
  }
  return proseColumns >= Math.min(2, columns) || (columns === 2 && proseColumns >= 1 && rows.length > 12)
}

/** Sentences continue from row to row: many lines start with a lowercase letter. */
function isContinuedText(cells: readonly (readonly Segment[])[]): boolean {
  const texts = cells.map(cell => cell.map(textOf).join(' '))
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b)
  const small = texts.filter(text => /^\p{Ll}/u.test(text)).length
  return texts.length >= 3 && (lengths[lengths.length >> 1] ?? 0) >= 15 && small >= 0.35 * texts.length
}

/** A line close below with an empty first column continues the row above. */
function joinContinuations(rows: readonly Row[]): Row[] {
  const joined: Row[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    const size = row.cells.flat()[0]?.size ?? 10
    const isClose = last !== undefined && row.baseline - last.baseline < 1.45 * size
    const isContinuation =
      row.cells[0]?.length === 0 && row.cells.filter(cell => cell.length > 0).length < row.cells.length - 1
    if (
      last &&
      isClose &&
      isContinuation &&
      row.cells.every((cell, at) => cell.length === 0 || (last.cells[at]?.length ?? 0) > 0)
    ) {
      row.cells.forEach((cell, at) => {
        last.cells[at]?.push(...cell)
      })
      last.baseline = row.baseline
    } else joined.push({ baseline: row.baseline, cells: row.cells.map(cell => [...cell]) })
  }
  return joined
}

function textOf(segment: Segment): string {
  return segment.words.map(word => word.text).join(' ')
}
