/** Detects tables by their text: strips of white between columns over all rows, with rules as further evidence. */

import { type Segment, segmentOf, type Word } from './lines.ts'
import { type Box, boxAround } from './page-model.ts'
import {
  findStrips,
  isBoundary,
  middleOf,
  type Strip,
  type TableEvidence,
  type TableRow,
} from './table-columns.ts'
import { rowsOfLines } from './table-lines.ts'
import { isSentences, looksLikeTable, maxRowGap, type PlacedRow } from './table-or-text.ts'
import { type Side, sideOf } from './table-side.ts'

/** A table found by the alignment of its text. */
export interface AlignedTable extends Box {
  readonly columnEdges: readonly number[]
  /** By row and column. */
  readonly rows: readonly (readonly (readonly Segment[])[])[]
  /** Columns that a cell covers, by row and column, where there are several. */
  readonly spans?: readonly ReadonlyMap<number, number>[]
}

interface Found {
  readonly table: AlignedTable
  /** Text above and below the table in the same group. */
  readonly above: readonly Segment[]
  readonly below: readonly Segment[]
}

/** Wider minimum for few rows: word gaps in two or three justified lines may align by chance. */
function minGapOf(rowCount: number, { hasSpaces }: TableEvidence): number {
  if (rowCount < 4) return 1.8
  return rowCount < 8 && !hasSpaces ? 0.9 : -Infinity
}

const proseWords = 8
/** In font sizes. */
const minGapOfSentences = 0.9
const maxHeadingWords = 4
const maxBodyRows = 40

export function findAlignedTable(segments: readonly Segment[], evidence: TableEvidence): Found | undefined {
  if (segments.length < 3) return undefined
  const all = rowsOfLines(segments, evidence)
  const isFilled = (row: TableRow | undefined) => row !== undefined && row.chunkCount >= 2
  const start = all.findIndex(isFilled)
  const end = all.findLastIndex(isFilled)
  if (start < 0) return undefined
  const strips = findStrips(all.slice(start, end + 1), evidence)
  if (strips.length === 0) return undefined
  let [first, last] = fittingRange(all, start, end, strips)
  const inside = all.slice(first, last + 1)
  const columns = strips.length + 1
  const bodyStart = inside.findIndex(row => row.isFull)
  const placed = inside.map((row, at) => rowOf(row, strips, evidence, at < bodyStart))
  const rows = joinContinuations(placed)
  const isBanded = inside.filter(row => row.isRuled).length > 0.5 * inside.length
  if (!looksLikeTable(rows, columns, isBanded)) return undefined
  if (!isBanded && isSentences(inside) && minColumnGap(rows) < minGapOfSentences) return undefined
  if (!isBanded && minColumnGap(rows) < minGapOf(rows.length, evidence)) return undefined
  const heading = headingAbove(all[first - 1], rows, strips, evidence)
  if (heading) {
    rows.unshift(heading)
    first -= 1
  }
  inferSpans(rows, columns)
  const taken = all.slice(first, last + 1).flatMap(row => row.segments)
  const box = boxAround(taken)
  return {
    table: {
      ...box,
      columnEdges: [box.left, ...strips.map(middleOf), box.right],
      rows: rows.map(row => row.cells),
      spans: rows.map(row => row.spans),
    },
    above: all.slice(0, first).flatMap(row => row.segments),
    below: all.slice(last + 1).flatMap(row => row.segments),
  }
}

/** The rows from the first to the last one that have text in several columns. */
function fittingRange(
  rows: readonly TableRow[],
  start: number,
  end: number,
  strips: readonly Strip[],
): readonly [number, number] {
  const isFitting = (row: TableRow | undefined) => {
    if (!row || row.chunkCount < 2) return false
    const crossing = row.words.filter(word => strips.some(strip => isAcross(word, strip)))
    return row.words.length < proseWords || crossing.length < 0.2 * row.words.length
  }
  let [first, last] = [start, end]
  while (first < last && !isFitting(rows[first])) first += 1
  while (last > first && !isFitting(rows[last])) last -= 1
  return [first, last]
}

function isAcross(box: { readonly left: number; readonly right: number }, strip: Strip): boolean {
  return box.left < strip.left && box.right > strip.right
}

/** Distributes the words of a row over the columns; text that runs over several of them spans them. */
function rowOf(
  row: TableRow,
  strips: readonly Strip[],
  evidence: TableEvidence,
  isHeading: boolean,
): PlacedRow {
  const cells: Segment[][] = Array.from({ length: strips.length + 1 }, () => [])
  const spans = new Map<number, number>()
  const columnOf = (box: Strip) => strips.filter(strip => middleOf(strip) < middleOf(box)).length
  const parts = row.lines
    .flatMap(line => partsOf(line, columnOf, { isFull: row.isFull, isHeading }, evidence))
    .map(segmentOf)
    .map(part => ({ part, column: columnOf(part) }))
  const isUsed = new Set(parts.map(({ column }) => column))
  for (const { part, column } of parts) {
    const isReached = (at: number) => {
      const strip = strips[at]
      return strip !== undefined && isAcross(part, strip)
    }
    let [first, last] = [column, column]
    while (isReached(first - 1) && !isUsed.has(first - 1)) first -= 1
    while (isReached(last) && !isUsed.has(last + 1)) last += 1
    cells[first]?.push(part)
    if (last > first) spans.set(first, Math.max(last - first + 1, spans.get(first) ?? 1))
    for (let covered = first; covered <= last; covered++) isUsed.add(covered)
  }
  const [firstLine, lastLine] = [row.lines[0], row.lines.at(-1)]
  return {
    baseline: firstLine?.[0]?.baseline ?? 0,
    lastBaseline: lastLine?.[0]?.baseline ?? 0,
    cells,
    spans,
    isRuled: row.isRuled,
  }
}

/** Splits a line where another column begins. Text of a heading may run over several columns. */
function partsOf(
  line: readonly Word[],
  columnOf: (box: Strip) => number,
  { isFull, isHeading }: { readonly isFull: boolean; readonly isHeading: boolean },
  evidence: TableEvidence,
): Word[][] {
  const chunks: Word[][] = []
  for (const word of line) {
    const chunk = chunks.at(-1)
    const last = chunk?.at(-1)
    if (chunk && last && !isBoundary(last, word, evidence)) chunk.push(word)
    else chunks.push([word])
  }
  const parts: Word[][] = []
  for (const chunk of chunks) {
    const columns = chunk.map(columnOf)
    // Text of a heading with a gap at every column that it passes consists of cells that are close together.
    const count = new Set(columns).size
    const isCut =
      isFull || (isHeading && count >= 3 && count === (columns.at(-1) ?? 0) - (columns[0] ?? 0) + 1)
    chunk.forEach((word, at) => {
      const isNew = at === 0 || (isCut && columns[at] !== columns[at - 1])
      if (isNew && !(at === 0 && isSameCell(parts.at(-1), word, columnOf))) parts.push([word])
      else parts.at(-1)?.push(word)
    })
  }
  return parts
}

/** The columns of a table are decided by all rows: a wide gap within one of them is not a boundary. */
function isSameCell(
  part: readonly Word[] | undefined,
  word: Word,
  columnOf: (box: Strip) => number,
): boolean {
  const last = part?.at(-1)
  return last !== undefined && columnOf(last) === columnOf(word)
}

/** A short text close above the first row that is the common heading of some of the columns. */
function headingAbove(
  above: TableRow | undefined,
  rows: readonly PlacedRow[],
  strips: readonly Strip[],
  evidence: TableEvidence,
): PlacedRow | undefined {
  const [first, second] = rows
  if (!above || !first || !second || above.lines.length > 1 || above.words.length > maxHeadingWords)
    return undefined
  const row = rowOf(above, strips, evidence, true)
  const pitch = second.baseline - first.lastBaseline
  const size = above.words[0]?.size ?? 10
  if (first.baseline - row.baseline > 1.3 * pitch || pitch > maxRowGap * size) return undefined
  inferSpans([row, ...rows.slice(0, maxBodyRows)], strips.length + 1)
  const [span = 1] = row.spans.values()
  return span > 1 && span <= strips.length && !row.spans.has(0) ? row : undefined
}

/** Smallest gap between two columns over all rows, in font sizes. */
function minColumnGap(rows: readonly PlacedRow[]): number {
  const columns = rows[0]?.cells.length ?? 0
  const boxes = Array.from({ length: columns }, (_, column) =>
    boxAround(rows.flatMap(row => (row.spans.has(column) ? [] : (row.cells[column] ?? [])))),
  )
  const size = rows[0]?.cells.flat()[0]?.size ?? 10
  return Math.min(...boxes.slice(1).map((box, index) => (box.left - (boxes[index]?.right ?? 0)) / size))
}

/** A line close below with an empty first column continues the row above. */
function joinContinuations(rows: readonly PlacedRow[]): PlacedRow[] {
  const joined: PlacedRow[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    const size = row.cells.flat()[0]?.size ?? 10
    const isClose = last !== undefined && row.baseline - last.lastBaseline < 1.45 * size
    const isContinuation =
      !row.isRuled &&
      row.spans.size === 0 &&
      row.cells[0]?.length === 0 &&
      row.cells.filter(cell => cell.length > 0).length < row.cells.length - 1
    if (
      last &&
      isClose &&
      isContinuation &&
      row.cells.every((cell, at) => cell.length === 0 || (last.cells[at]?.length ?? 0) > 0)
    ) {
      row.cells.forEach((cell, at) => {
        last.cells[at]?.push(...cell)
      })
      last.lastBaseline = row.lastBaseline
    } else joined.push({ ...row, cells: row.cells.map(cell => [...cell]) })
  }
  return joined
}

/** In font sizes. */
const sameCenter = 0.6
const maxRoom = 2

/** A heading centered over several columns spans them, although it is not wide enough to cross the strips. */
function inferSpans(rows: readonly PlacedRow[], columns: number): void {
  const counts = rows.map(row => row.cells.filter(cell => cell.length > 0).length)
  const firstFull = counts.findIndex(count => count > 0.75 * columns)
  const body = rows.slice(Math.max(1, firstFull))
  const boxes = Array.from({ length: columns }, (_, column): ColumnBox | undefined => {
    const cells = body.flatMap(row => (row.spans.has(column) ? [] : (row.cells[column] ?? [])))
    return cells.length > 0 ? { ...boxAround(cells), side: sideOf(cells) } : undefined
  })
  for (const row of rows.slice(0, Math.max(0, firstFull))) {
    const used = row.cells.flatMap((cell, column) => (cell.length > 0 ? [column] : []))
    // From left to right: columns before the next text are free, as are those after the previous span.
    let free = used[0] === 0 ? 0 : 1
    for (const [at, column] of used.entries()) {
      const cell = row.cells[column] ?? []
      const own = boxAround(cell)
      const size = cell[0]?.size ?? 10
      const held = row.spans.get(column) ?? 1
      const limit = used[at + 1] ?? columns
      const range = bestRange(own, { column, held, free, limit }, boxes, sameCenter * size)
      if (range) moveCell(row, column, range)
      const [start, count] = range ?? [column, held]
      free = start + count
    }
  }
}

interface ColumnBox extends Box {
  readonly side: Side | undefined
}

interface SpanOptions {
  readonly column: number
  readonly held: number
  /** First column that may be covered. */
  readonly free: number
  /** First column that may not be covered. */
  readonly limit: number
}

/** First column and number of columns whose common center is that of the text; undefined to leave it as it is. */
function bestRange(
  own: Box,
  { column, held, free, limit }: SpanOptions,
  boxes: readonly (ColumnBox | undefined)[],
  tolerance: number,
): readonly [number, number] | undefined {
  const center = (own.left + own.right) / 2
  const ranges: { readonly range: readonly [number, number]; readonly shift: number }[] = []
  for (let first = Math.min(free, column); first <= column; first++) {
    for (let last = column + held - 1; last < limit; last++) {
      const [left, right] = [boxes[first]?.left, boxes[last]?.right]
      if (left === undefined || right === undefined || (first === last && held === 1)) continue
      const shift = Math.abs((left + right) / 2 - center)
      // The edges of the columns are anywhere between their texts.
      const leftRoom = left - (boxes[first - 1]?.right ?? left)
      const rightRoom = (boxes[last + 1]?.left ?? right) - right
      const room = Math.max(0, Math.min(maxRoom * tolerance, Math.max(leftRoom, rightRoom) / 2))
      if (shift < tolerance + room) ranges.push({ range: [first, last - first + 1], shift })
    }
  }
  const best = ranges.sort((a, b) => a.range[1] - b.range[1] || a.shift - b.shift)[0]
  const single = boxes[column]
  // Text that is aligned like its own column does not span others.
  const shifts = single && {
    start: own.left - single.left,
    end: own.right - single.right,
    center: center - (single.left + single.right) / 2,
  }
  const isAligned =
    held === 1 && shifts !== undefined && Math.abs(shifts[single?.side ?? 'center']) < tolerance / 3
  return best && !isAligned ? best.range : undefined
}

function moveCell(row: PlacedRow, column: number, [start, count]: readonly [number, number]): void {
  const cell = row.cells[column]
  if (!cell) return
  row.cells[column] = []
  row.spans.delete(column)
  row.cells[start] = cell
  if (count > 1) row.spans.set(start, count)
}
