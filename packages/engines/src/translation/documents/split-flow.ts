/** Splits a paragraph into sentences and the items between them. */
import type { LanguageId } from '@filesmith/contract/languages'
import { findProtected, type ProtectedRange } from '../text/find-protected.ts'
import { rangesBetween } from '../text/ranges.ts'
import { splitSentences } from '../text/split-sentences.ts'
import { type Flow, type FlowItem, hasSameStyle, isMark, type MarkItem } from './flow.ts'
import type { FixedRange, FlowPart, StyledSentence, StyledSpan } from './styled-sentence.ts'

/** Running text between two splits, with the positions of its marks. */
interface Passage {
  readonly text: string
  readonly spans: readonly StyledSpan[]
  readonly marks: readonly { readonly start: number; readonly end: number; readonly item: MarkItem }[]
}

export function splitFlow(flow: Flow, language: LanguageId): FlowPart[] {
  const parts: FlowPart[] = []
  let passage: FlowItem[] = []
  const finish = () => {
    if (passage.length > 0) for (const part of sentencesOf(readPassage(passage), language)) parts.push(part)
    passage = []
  }
  for (const [index, item] of flow.entries()) {
    const isSplit =
      isMark(item) && (item.kind === 'split' || (item.kind === 'line' && !continuesSentence(flow, index)))
    if (!isSplit) passage.push(item)
    else {
      finish()
      parts.push({ items: [item] })
    }
  }
  finish()
  return parts
}

/** Context on both sides that decides whether a line break splits a sentence. */
const nearItems = 10

/** A line break within a sentence: lowercase text follows, and no punctuation precedes it. */
function continuesSentence(flow: Flow, index: number): boolean {
  const textOf = (items: Flow) => items.map(item => item.text).join('')
  const before = textOf(flow.slice(Math.max(0, index - nearItems), index)).trimEnd()
  const after = textOf(flow.slice(index + 1, index + nearItems)).trimStart()
  return before.length > 20 && /[\p{L}\d,)\-–"”»]$/u.test(before) && /^\p{Ll}/u.test(after)
}

function readPassage(items: readonly FlowItem[]): Passage {
  let text = ''
  const spans: StyledSpan[] = []
  const marks: { start: number; end: number; item: MarkItem }[] = []
  let style = items.flatMap(item => (isMark(item) ? [] : item.style))[0] ?? 0
  const extend = (start: number, within: readonly number[]) => {
    const previous = spans.at(-1)
    if (text.length === start) return
    if (previous && hasSameStyle(previous, { style, within }))
      spans[spans.length - 1] = { ...previous, end: text.length }
    else spans.push({ start, end: text.length, style, within })
  }
  for (const item of items) {
    const start = text.length
    text += isMark(item) ? textOfMark(item, text) : item.text
    if (isMark(item)) marks.push({ start, end: item.kind === 'thing' ? text.length : start, item })
    else style = item.style
    extend(start, item.within)
  }
  return { text, spans, marks }
}

/** A line break separates words like a space. */
function textOfMark(mark: MarkItem, before: string): string {
  if (mark.kind === 'line') return before.endsWith(' ') ? '' : ' '
  return mark.kind === 'thing' ? mark.text : ''
}

function sentencesOf(passage: Passage, language: LanguageId): FlowPart[] {
  const { text, marks } = passage
  const things = marks.filter(({ item }) => item.kind === 'thing')
  const addresses = outsideThings(findProtected(text), things)
  const parts: FlowPart[] = []
  let at = 0
  /** Marks at the edges of a sentence stay outside of it. */
  let taken = 0
  const gap = (to: number) => {
    const inside: (typeof marks)[number][] = []
    for (let mark = marks[taken]; mark && mark.end <= to && mark.start <= to; mark = marks[taken]) {
      if (mark.item.kind === 'thing' && mark.start >= to) break
      inside.push(mark)
      taken += 1
    }
    const items = gapItems(passage, at, to, inside)
    if (items.length > 0) parts.push({ items })
    at = to
  }
  for (const { start, end } of splitSentences(text, language, inOrder([...addresses, ...things]))) {
    gap(start)
    const first = taken
    for (let mark = marks[taken]; mark && isInside(mark, end); mark = marks[taken]) taken += 1
    parts.push({ sentence: sentenceOf(passage, { start, end }, marks.slice(first, taken), addresses) })
    at = end
  }
  gap(text.length)
  if (taken < marks.length) parts.push({ items: marks.slice(taken).map(({ item }) => item) })
  return parts
}

function inOrder<Range extends ProtectedRange>(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

function isInside({ start, end, item }: Passage['marks'][number], sentenceEnd: number): boolean {
  return item.kind === 'thing' ? end <= sentenceEnd : start < sentenceEnd
}

/** A thing takes precedence over a URL around it. */
function outsideThings(
  ranges: readonly ProtectedRange[],
  things: readonly ProtectedRange[],
): ProtectedRange[] {
  return ranges.filter(({ start, end }) => rangesBetween(things, start - 1, end + 1).length === 0)
}

function gapItems({ text, spans }: Passage, from: number, to: number, marks: Passage['marks']): FlowItem[] {
  const items: FlowItem[] = []
  let at = from
  const copy = (end: number) => {
    for (const { start, end: spanEnd, style, within } of rangesBetween(spans, at, end))
      items.push({ text: text.slice(Math.max(start, at), Math.min(spanEnd, end)), style, within })
    at = Math.max(at, end)
  }
  for (const { start, end, item } of marks) {
    copy(start)
    items.push(item)
    at = Math.max(at, end)
  }
  copy(to)
  return items
}

function sentenceOf(
  { text, spans }: Passage,
  { start, end }: ProtectedRange,
  marks: Passage['marks'],
  addresses: readonly ProtectedRange[],
): StyledSentence {
  const inside = <Range extends ProtectedRange>(range: Range): Range => ({
    ...range,
    start: Math.max(range.start, start) - start,
    end: Math.min(range.end, end) - start,
  })
  const fixed: FixedRange[] = [
    ...rangesBetween(addresses, start, end),
    ...marks.filter(({ item }) => item.kind === 'thing'),
  ]
  return {
    text: text.slice(start, end),
    spans: rangesBetween(spans, start, end).map(inside),
    points: marks
      .filter(({ item }) => item.kind !== 'thing')
      .map(({ start: offset, item }) => ({ offset: offset - start, item })),
    fixed: inOrder(fixed.map(inside)),
  }
}
