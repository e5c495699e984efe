/** Whole lines of a column, in reading order, with what paragraphs are told apart by. */
import { type Box, boxAround } from '../read/page-model.ts'
import { isRightToLeftText, wordOrder } from './bidi.ts'
import type { Segment, Word } from './lines.ts'
import { isIdeograph } from './lines.ts'

export interface FlowLine extends Box {
  /** In reading order. */
  readonly words: readonly LineWord[]
  readonly text: string
  readonly baseline: number
  readonly size: number
  readonly isRightToLeft: boolean
  readonly isBold: boolean
  readonly isMonospaced: boolean
  readonly fill: string | undefined
}

export interface LineWord extends Word {
  /** What separates it from the word before it on the line. */
  readonly separator: '' | ' ' | '\t'
}

/** In sizes of the font. */
const sameLine = 0.3
const tabGap = 1.6

export function flowLines(
  segments: readonly Segment[],
  fillAt: (box: Box) => string | undefined,
): FlowLine[] {
  const groups: Segment[][] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && segment.baseline - first.baseline <= sameLine * Math.min(first.size, segment.size))
      group.push(segment)
    else groups.push([segment])
  }
  return groups.map(group => lineOf(group, fillAt))
}

function lineOf(segments: readonly Segment[], fillAt: (box: Box) => string | undefined): FlowLine {
  const drawn = segments.flatMap(segment => segment.words).sort((a, b) => a.left - b.left)
  const isRightToLeft = isRightToLeftText(drawn.map(word => word.text).join(' '))
  const order = wordOrder(
    drawn.map(word => word.text),
    isRightToLeft,
  )
  const isStretched = hasEvenGaps(drawn)
  const words: LineWord[] = []
  order.forEach((index, at) => {
    const word = drawn[index]
    const before = order[at - 1]
    const isNext = before !== undefined && Math.abs(index - before) === 1
    if (word) words.push({ ...word, separator: separatorBetween(words.at(-1), word, isNext, isStretched) })
  })
  const main = segments.reduce((best, segment) => (segment.words.length > best.words.length ? segment : best))
  const inked = words.filter(word => word.script === undefined)
  const box = boxAround(segments)
  return {
    ...box,
    words,
    text: words.map(word => word.separator + word.text).join(''),
    baseline: main.baseline,
    size: main.size,
    isRightToLeft,
    isBold: inked.length > 0 && inked.every(word => word.font.isBold),
    isMonospaced: inked.length > 0 && inked.every(word => word.font.isMonospaced),
    fill: fillAt(box),
  }
}

function separatorBetween(
  last: Word | undefined,
  word: Word,
  isNext: boolean,
  isStretched: boolean,
): LineWord['separator'] {
  if (!last) return ''
  const gap = Math.max(word.left - last.right, last.left - word.right)
  const size = Math.max(word.size, last.size)
  if (isNext && !isStretched && gap > tabGap * size) return '\t'
  // Each script has its own idea of words: a space is drawn where it matters.
  const [before, behind] = [last.text.slice(-1), word.text.slice(0, 1)]
  if (isIdeograph(before) && isIdeograph(behind) && !isHangul(before) && !isHangul(behind)) {
    // Their full stops and brackets bring a white half of their own.
    const limit = widePunctuation.test(before) || widePunctuation.test(behind) ? 1.3 : 0.6
    return gap > limit * size ? ' ' : ''
  }
  if (!isNext) return ' '
  const rightOne = word.left >= last.left ? word : last
  return rightOne.isAfterSpace ? ' ' : ''
}

const widePunctuation = /[\u3000-\u301F\uFF01-\uFF0F\uFF1A-\uFF20\u30FB]/

/** Korean puts spaces between its words. */
function isHangul(character: string): boolean {
  return /[\uAC00-\uD7AF]/.test(character)
}

/** Words that justification has moved apart: all gaps are wide, and all are as wide. */
function hasEvenGaps(words: readonly Word[]): boolean {
  const gaps = words.slice(1).map((word, index) => word.left - (words[index]?.right ?? 0))
  return gaps.length >= 2 && Math.max(...gaps) < 1.25 * Math.min(...gaps)
}
