/** Decides whether texts beside each other are rows of a table or columns of prose. */
import type { Segment } from './lines.ts'
import { boxAround, boxWidth } from './page-model.ts'

interface Line {
  readonly baseline: number
  readonly size: number
  readonly words: number
  readonly hasDigits: boolean
  readonly width: number
}

/** In font sizes. */
const sameRow = 0.35
/** Share of the lines of the shorter text that have a counterpart in the other one. */
const minAligned = 0.7
/** Fewer rows need a number. */
const minRows = 3
/** A number, a name or a short label. */
const maxCellWords = 2
const minCellShare = 0.6
/** Median over the lines; labels of rows have fewer. */
const minProseWords = 6
const minWordsOfFull = 4
/** Share of the widest line. */
const fullLine = 0.8
const minFullShare = 0.5

/** One of the texts is a column of cells, such as numbers, and its lines are level with the cells or labels of the other one. */
export function areRows(one: readonly Segment[], other: readonly Segment[]): boolean {
  if (isLabel(one) && isLabel(other)) return false
  const [a, b] = [linesOf(one), linesOf(other)]
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (!isColumnOfCells(short) && !isColumnOfCells(long)) return false
  // Headings and last lines of two columns are level, too.
  if (short.length < minRows && !short.every(({ hasDigits }) => hasDigits)) return false
  if (isProse(short) || isProse(long)) return false
  const aligned = short.filter(line =>
    long.some(
      ({ baseline, size }) => Math.abs(baseline - line.baseline) <= sameRow * Math.min(size, line.size),
    ),
  )
  return aligned.length >= minAligned * short.length
}

const maxLabelLines = 5
const minLabelWords = 3
/** In font sizes. */
const sameCenter = 0.8
const minIndent = 1

/** A few centered lines with a text of several words, such as a box of a chart. */
export function isLabel(segments: readonly Segment[]): boolean {
  const rows = [...Map.groupBy(segments, ({ baseline }) => baseline).values()]
  const { size = 0 } = segments[0] ?? {}
  const boxes = rows.map(boxAround)
  const spread = (edges: readonly number[]) => (Math.max(...edges) - Math.min(...edges)) / size
  return (
    rows.length >= 2 &&
    rows.length <= maxLabelLines &&
    spread(boxes.map(({ left, right }) => (left + right) / 2)) <= sameCenter &&
    spread(boxes.map(({ left }) => left)) >= minIndent &&
    rows.some(row => wordsWithoutDigits(row) >= minLabelWords)
  )
}

function wordsWithoutDigits(row: readonly Segment[]): number {
  return row.flatMap(({ words }) => words).filter(({ text }) => /\p{L}/u.test(text) && !/\p{N}/u.test(text))
    .length
}

const minProseLines = 5
const minColumnWords = 3

/** Several lines of several words in each column. */
export function areColumnsOfProse(columns: readonly (readonly Segment[])[]): boolean {
  return columns
    .map(linesOf)
    .every(lines => lines.length >= minProseLines && medianWords(lines) >= minColumnWords)
}

function isColumnOfCells(lines: readonly Line[]): boolean {
  const cells = lines.filter(({ words, hasDigits }) => words <= (hasDigits ? maxCellWords + 1 : maxCellWords))
  return cells.length >= minCellShare * lines.length
}

/** Many words in a line, or lines that fill the column; labels of rows differ in length. */
function isProse(lines: readonly Line[]): boolean {
  const words = medianWords(lines)
  const widest = Math.max(...lines.map(({ width }) => width))
  const full = lines.filter(({ width }) => width > fullLine * widest)
  return words >= minProseWords || (words >= minWordsOfFull && full.length >= minFullShare * lines.length)
}

function medianWords(lines: readonly Line[]): number {
  const words = lines.map(line => line.words).sort((one, other) => one - other)
  return words[words.length >> 1] ?? 0
}

function linesOf(segments: readonly Segment[]): Line[] {
  const lines: { -readonly [Key in keyof Line]: Line[Key] }[] = []
  for (const segment of segments.toSorted((one, other) => one.baseline - other.baseline)) {
    const { baseline, size, words } = segment
    const last = lines.at(-1)
    const hasDigits = words.some(({ text }) => /\p{N}/u.test(text))
    if (last && baseline - last.baseline <= sameRow * Math.min(size, last.size)) {
      last.words += words.length
      last.hasDigits ||= hasDigits
      last.width += boxWidth(segment)
    } else lines.push({ baseline, size, words: words.length, hasDigits, width: boxWidth(segment) })
  }
  return lines
}

/** From top to bottom. */
export function rowsOf(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of segments.toSorted((one, other) => one.baseline - other.baseline)) {
    const row = rows.at(-1)
    if (row?.[0] && segment.baseline - row[0].baseline <= sameRow * segment.size) row.push(segment)
    else rows.push([segment])
  }
  return rows
}
