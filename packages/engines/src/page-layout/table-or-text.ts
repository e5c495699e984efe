/** Judges whether rows of aligned text are a table, and not prose, a list, a formula or a listing. */

import type { Segment, Word } from './lines.ts'
import { startsWithMarker } from './markers.ts'
import { boxAround } from './page-model.ts'
import type { TableRow } from './table-columns.ts'

/** A row whose text is distributed over the columns. */
export interface PlacedRow {
  baseline: number
  /** Of its last line. */
  lastBaseline: number
  readonly cells: Segment[][]
  readonly spans: Map<number, number>
  /** Between two rules, so that it is complete. */
  readonly isRuled: boolean
}

/** In font sizes. */
export const maxRowGap = 4.5
/** Share of the rows: texts that run over the columns are headings. */
const maxSpanning = 0.3
const maxMath = 0.35
const minSentence = 6
/** One column of a table can have long texts, but not over so many rows. */
const maxProseRows = 12

export function looksLikeTable(rows: readonly PlacedRow[], columns: number, isBanded: boolean): boolean {
  const cells = rows.flatMap(row => row.cells.filter(cell => cell.length > 0))
  const full = rows.filter(row => row.cells.filter(cell => cell.length > 0).length >= 2).length
  if (full < (columns >= 3 || isBanded ? 2 : 3) || full < rows.length * 0.45) return false
  // A few widely spaced words of a justified line are not a table.
  const share = cells.length / (rows.length * columns)
  if (share < (rows.length < 3 ? 0.75 : 0.35)) return false
  if (isFormula(cells.flat(2).flatMap(segment => segment.words))) return false
  if (isBanded) return cells.length >= 4
  const spanning = rows.filter(row => [...row.spans.values()].some(span => span > 0.5 * columns)).length
  if (spanning > maxSpanning * rows.length || hasWideGap(rows) || isListing(rows)) return false
  const firstCells = rows.flatMap(row => row.cells[0]?.slice(0, 1) ?? [])
  if (columns === 2 && firstCells.filter(isOnlyMarker).length > 0.6 * firstCells.length) return false
  return cells.length >= 5 && !isProse(rows, columns)
}

function isOnlyMarker(segment: Segment): boolean {
  return segment.words.length <= 2 && startsWithMarker(`${textOf(segment)} x`)
}

/** Many rows are sentences: long and mostly of words in lower case. */
export function isSentences(rows: readonly TableRow[]): boolean {
  const isSentence = ({ words }: TableRow) =>
    words.length >= minSentence &&
    words.filter(({ text }) => /^\p{Ll}/u.test(text)).length > 0.55 * words.length
  return rows.filter(isSentence).length > 0.3 * rows.length
}

const mathFont = /^(CM(MI|SY|EX|BSY)|MS[AB]M|.*Math|Symbol)/i
const mathSign = /^[=+×·∑∫∏√∈≤≥<>(){}[\]|]+$/

/** Signs of a displayed formula above each other. */
function isFormula(words: readonly Word[]): boolean {
  const math = words.filter(({ text, font }) => mathFont.test(font.name) || mathSign.test(text))
  return math.length > maxMath * words.length
}

/** Program text in a monospaced font with the numbers of its lines. */
function isListing(rows: readonly PlacedRow[]): boolean {
  const numbers = rows.flatMap(row => row.cells[0] ?? [])
  const code = rows.flatMap(row => row.cells.slice(1).flat(2)).flatMap(segment => segment.words)
  const styles = new Set(
    numbers.flatMap(({ words }) => words.map(({ font, size }) => `${font.name} ${size}`)),
  )
  return (
    numbers.length > 0 &&
    numbers.every(segment => /^\d+$/.test(textOf(segment))) &&
    code.filter(({ font }) => font.isMonospaced).length > 0.8 * code.length &&
    !code.some(({ font, size }) => styles.has(`${font.name} ${size}`))
  )
}

function hasWideGap(rows: readonly PlacedRow[]): boolean {
  return rows.slice(1).some((row, index) => {
    const size = row.cells.flat()[0]?.size ?? 10
    return row.baseline - (rows[index]?.lastBaseline ?? row.baseline) > maxRowGap * size
  })
}

/** Columns of prose: long lines that fill their column. */
function isProse(rows: readonly PlacedRow[], columns: number): boolean {
  let proseColumns = 0
  for (let column = 0; column < columns; column++) {
    const cells = rows.flatMap(row =>
      row.cells[column]?.length && !row.spans.has(column) ? [row.cells[column] ?? []] : [],
    )
    if (cells.length === 0) continue
    const boxes = cells.map(cell => boxAround(cell))
    const widest = Math.max(...boxes.map(box => box.right - box.left))
    const filled = boxes.filter(box => box.right - box.left > 0.75 * widest).length / boxes.length
    const words = cells.map(cell => cell.reduce((sum, segment) => sum + segment.words.length, 0))
    const medianWords = words.sort((a, b) => a - b)[words.length >> 1] ?? 0
    if ((medianWords >= 4 && filled > 0.55) || isContinuedText(cells)) proseColumns += 1
  }
  if (proseColumns >= Math.min(2, columns)) return columnsOfFigures(rows) < proseColumns
  return proseColumns === 1 && rows.length > maxProseRows && columnsOfFigures(rows) === 0
}

const figures = /^[.,:/%$€£()+\-–−\s]*\d[\d.,:/%$€£()+\-–−\s]*$/
const minFigures = 0.8

/** Columns of numbers in nearly all rows. The first one may be of line numbers. */
function columnsOfFigures(rows: readonly PlacedRow[]): number {
  const isFigure = (cell: readonly Segment[]) => figures.test(cell.map(textOf).join(' '))
  return (rows[0]?.cells.slice(1) ?? []).filter(
    (_, at) => rows.filter(({ cells }) => isFigure(cells[at + 1] ?? [])).length > minFigures * rows.length,
  ).length
}

/** Sentences continue from row to row: many lines start with a lowercase letter. */
function isContinuedText(cells: readonly (readonly Segment[])[]): boolean {
  const texts = cells.map(cell => cell.map(textOf).join(' '))
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b)
  const small = texts.filter(text => /^\p{Ll}/u.test(text)).length
  return texts.length >= 3 && (lengths[lengths.length >> 1] ?? 0) >= 15 && small >= 0.35 * texts.length
}

function textOf(segment: Segment): string {
  return segment.words.map(word => word.text).join(' ')
}
