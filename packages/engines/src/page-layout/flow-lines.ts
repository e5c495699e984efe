/** Merges segments into lines in reading order, with the properties that separate paragraphs. */

import { hasRightToLeft, isRightToLeftText, wordOrder } from './bidi.ts'
import { isIdeograph, type Segment, type Word } from './lines.ts'
import { type Box, boxAround } from './page-model.ts'

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
  /** Separates it from the previous word of the line. */
  readonly separator: '' | ' ' | '\t'
}

/** In font sizes. */
const sameLine = 0.3
const tabGap = 1.6

/** Lines that mix both directions are read in that of the page, else in that of most of their letters. */
export function flowLines(
  segments: readonly Segment[],
  fillAt: (box: Box) => string | undefined,
  isPageRightToLeft = false,
): FlowLine[] {
  const groups: Segment[][] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && segment.baseline - first.baseline <= sameLine * Math.min(first.size, segment.size))
      group.push(segment)
    else groups.push([segment])
  }
  const isFull = fullLineFinder(groups)
  return groups.map(group => lineOf(group, isFull(group), fillAt, isPageRightToLeft))
}

/** Finds the lines of justified text that extend from edge to edge of the column. */
function fullLineFinder(lines: readonly (readonly Segment[])[]): (line: readonly Segment[]) => boolean {
  const column = boxAround(lines.flat())
  const isFull = (line: readonly Segment[]) => {
    const { left, right } = boxAround(line)
    const reach = 0.2 * (line[0]?.size ?? 0)
    return left - column.left < reach && column.right - right < reach
  }
  const isJustified = lines.filter(line => line.length === 1 && isFull(line)).length > 0.4 * lines.length
  return line => isJustified && isFull(line)
}

function lineOf(
  segments: readonly Segment[],
  isFull: boolean,
  fillAt: (box: Box) => string | undefined,
  isPageRightToLeft: boolean,
): FlowLine {
  const drawn = segments
    .flatMap(segment => segment.words)
    .map(word => ({ ...word, text: composeAccents(word.text) }))
    .sort((a, b) => a.left - b.left)
  const text = drawn.map(word => word.text).join(' ')
  const isRightToLeft = isPageRightToLeft ? hasRightToLeft(text) : isRightToLeftText(text)
  const order = wordOrder(
    drawn.map(word => word.text),
    isRightToLeft,
  )
  const isJustified = hasEvenGaps(drawn, isFull ? 1 : 2)
  const words: LineWord[] = []
  order.forEach((index, at) => {
    const word = drawn[index]
    const before = order[at - 1]
    const isNext = before !== undefined && Math.abs(index - before) === 1
    if (word) words.push({ ...word, separator: separatorBetween(words.at(-1), word, isNext, isJustified) })
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
  isJustified: boolean,
): LineWord['separator'] {
  if (!last) return ''
  const gap = Math.max(word.left - last.right, last.left - word.right)
  const size = Math.max(word.size, last.size)
  if (isNext && !isJustified && gap > tabGap * size) return '\t'
  // Word spacing differs by script: insert a space only where one is drawn.
  const [before, behind] = [last.text.slice(-1), word.text.slice(0, 1)]
  if (isIdeograph(before) && isIdeograph(behind) && !isHangul(before) && !isHangul(behind)) {
    // Full-width punctuation includes half an em of white space.
    const limit = widePunctuation.test(before) || widePunctuation.test(behind) ? 1.3 : 0.6
    return gap > limit * size ? ' ' : ''
  }
  if (!isNext) return ' '
  const rightOne = word.left >= last.left ? word : last
  return rightOne.isAfterSpace ? ' ' : ''
}

const widePunctuation = /[\u3000-\u301F\uFF01-\uFF0F\uFF1A-\uFF20\u30FB]/

/** Korean separates words with spaces. */
function isHangul(character: string): boolean {
  return /[\uAC00-\uD7AF]/.test(character)
}

/** Justified line: all gaps are wide and of similar width. */
function hasEvenGaps(words: readonly Word[], minGaps: number): boolean {
  const gaps = words.slice(1).map((word, index) => word.left - (words[index]?.right ?? 0))
  return gaps.length >= minGaps && Math.max(...gaps) < 1.25 * Math.min(...gaps)
}

/** Composes letters with accents that are drawn as separate characters, as TeX does: `J¨ager` is `Jäger`. */

const combining: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  ˇ: '\u030C',
  '˚': '\u030A',
  '˘': '\u0306',
  '˙': '\u0307',
  '˝': '\u030B',
  '¯': '\u0304',
}
const accented = /([¨´ˆ˜ˇ˚˘˙˝¯])(\p{L})/gu
const cedilla = /([csteagCSTEAG])¸/g
const dotless: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }

export function composeAccents(text: string): string {
  if (!/[¨´ˆ˜ˇ˚˘˙˝¯¸]/.test(text)) return text
  return text
    .replace(accented, (whole, accent: string, letter: string) => {
      // An acute is also written as an apostrophe: it´s.
      if (accent === '´' && /s/i.test(letter)) return whole
      return composed(dotless[letter] ?? letter, combining[accent] ?? '') ?? whole
    })
    .replace(cedilla, (whole, letter: string) => composed(letter, '\u0327') ?? whole)
}

/** Undefined if there is no such letter. */
function composed(letter: string, mark: string): string | undefined {
  const character = (letter + mark).normalize('NFC')
  return [...character].length === 1 ? character : undefined
}
