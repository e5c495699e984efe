/** Splits numbered texts that are beside each other, such as the pages of a printed deposition, where their line numbers begin. */
import { type Segment, segmentOf } from './lines.ts'

interface LineNumber {
  readonly value: number
  readonly segment: Segment
}

const numberPattern = /^\d{1,3}$/
const minNumbers = 8
/** Share of the numbers that are one more than the number above them; others are misread or start again. */
const minCounting = 0.6
/** Share of the numbers with a text to the right of them. */
const minNumbered = 0.6
/** Share of the numbers with a text to the left of the first column of numbers. */
const maxIndented = 0.2
/** In font sizes. */
const sameColumn = 1
const sameRow = 0.35

/** Text above the numbers, the numbered texts from left to right, and text below; the block as it is if there are no two columns of numbers. */
export function splitAtLineNumbers(block: readonly Segment[]): (readonly Segment[])[] {
  const columns = numberColumns(block)
  const [first] = columns
  if (columns.length < 2 || first === undefined) return [block]
  const indented = first.filter(({ segment }) =>
    besideOf(segment, block).some(({ right }) => right < segment.left),
  )
  if (indented.length > maxIndented * first.length) return [block]
  const baselines = columns.flat().map(({ segment }) => segment.baseline)
  const reach = sameRow * (first[0]?.segment.size ?? 0)
  const [top, bottom] = [Math.min(...baselines) - reach, Math.max(...baselines) + reach]
  const numbered = block.filter(({ baseline }) => baseline >= top && baseline <= bottom)
  const cuts = columns.slice(1).map(column => Math.min(...column.map(({ segment }) => segment.left)))
  return [
    block.filter(({ baseline }) => baseline < top),
    ...cutAt(numbered, cuts),
    block.filter(({ baseline }) => baseline > bottom),
  ].filter(part => part.length > 0)
}

/** From left to right. */
function numberColumns(block: readonly Segment[]): LineNumber[][] {
  const columns: LineNumber[][] = []
  for (const segment of block) {
    const text = segment.words.map(word => word.text).join(' ')
    if (!numberPattern.test(text)) continue
    const column = columns.find(
      ([top]) => top && Math.abs(centerOf(top.segment) - centerOf(segment)) <= sameColumn * segment.size,
    )
    const number = { value: Number(text), segment }
    if (column) column.push(number)
    else columns.push([number])
  }
  return columns
    .map(column => column.toSorted((one, other) => one.segment.baseline - other.segment.baseline))
    .filter(column => isCounting(column) && numbersText(column, block))
    .sort(([one], [other]) => (one?.segment.left ?? 0) - (other?.segment.left ?? 0))
}

function isCounting(column: readonly LineNumber[]): boolean {
  const counting = column.filter(({ value }, at) => value === (column[at - 1]?.value ?? 0) + 1)
  return column.length >= minNumbers && counting.length >= minCounting * column.length
}

function numbersText(column: readonly LineNumber[], block: readonly Segment[]): boolean {
  const numbered = column.filter(({ segment }) =>
    besideOf(segment, block).some(
      ({ left, words }) => left > segment.right && words.some(({ text }) => /\p{L}{2}/u.test(text)),
    ),
  )
  return numbered.length >= minNumbered * column.length
}

function besideOf({ baseline, size }: Segment, block: readonly Segment[]): Segment[] {
  return block.filter(other => Math.abs(other.baseline - baseline) <= sameRow * size)
}

/** Words and not segments, because a long line may reach the next number. */
function cutAt(segments: readonly Segment[], cuts: readonly number[]): Segment[][] {
  const columns = Array.from({ length: cuts.length + 1 }, (): Segment[] => [])
  for (const segment of segments) {
    const byColumn = Map.groupBy(segment.words, word => cuts.filter(cut => centerOf(word) > cut).length)
    for (const [column, words] of byColumn)
      columns[column]?.push(words.length === segment.words.length ? segment : segmentOf(words))
  }
  return columns
}

function centerOf({ left, right }: { readonly left: number; readonly right: number }): number {
  return (left + right) / 2
}
