/** Cuts a paragraph into sentences and what stands between them. */
import type { LanguageId } from '@filesmith/contract/languages'
import { findProtected, type ProtectedRange } from '../text/find-protected.ts'
import { rangesBetween } from '../text/ranges.ts'
import { splitSentences } from '../text/split-sentences.ts'
import { type Flow, type FlowItem, isMark, isSameLook, type MarkItem } from './flow.ts'
import type { FixedRange, FlowPart, Span, StyledSentence } from './styled-sentence.ts'

/** Running text between two splits, with the place of everything in it. */
interface Stretch {
  readonly text: string
  readonly spans: readonly Span[]
  readonly marks: readonly { readonly start: number; readonly end: number; readonly item: MarkItem }[]
}

export function cutFlow(flow: Flow, language: LanguageId): FlowPart[] {
  const parts: FlowPart[] = []
  let stretch: FlowItem[] = []
  const finish = () => {
    if (stretch.length > 0) for (const part of sentencesOf(readStretch(stretch), language)) parts.push(part)
    stretch = []
  }
  for (const [index, item] of flow.entries()) {
    const isSplit = isMark(item) && (item.kind === 'split' || (item.kind === 'line' && !goesOn(flow, index)))
    if (!isSplit) stretch.push(item)
    else {
      finish()
      parts.push({ items: [item] })
    }
  }
  finish()
  return parts
}

/** As far as one has to look for words on both sides. */
const nearItems = 10

/** A line end in the middle of a sentence: the words go on in small letters, and nothing was closed before. */
function goesOn(flow: Flow, index: number): boolean {
  const textOf = (items: Flow) => items.map(item => item.text).join('')
  const before = textOf(flow.slice(Math.max(0, index - nearItems), index)).trimEnd()
  const after = textOf(flow.slice(index + 1, index + nearItems)).trimStart()
  return before.length > 20 && /[\p{L}\d,)\-–"”»]$/u.test(before) && /^\p{Ll}/u.test(after)
}

function readStretch(items: readonly FlowItem[]): Stretch {
  let text = ''
  const spans: Span[] = []
  const marks: { start: number; end: number; item: MarkItem }[] = []
  let style = items.flatMap(item => (isMark(item) ? [] : item.style))[0] ?? 0
  const extend = (start: number, within: readonly number[]) => {
    const previous = spans.at(-1)
    if (text.length === start) return
    if (previous && isSameLook(previous, { style, within }))
      spans[spans.length - 1] = { ...previous, end: text.length }
    else spans.push({ start, end: text.length, style, within })
  }
  for (const item of items) {
    const start = text.length
    text += isMark(item) ? shownBy(item, text) : item.text
    if (isMark(item)) marks.push({ start, end: item.kind === 'thing' ? text.length : start, item })
    else style = item.style
    extend(start, item.within)
  }
  return { text, spans, marks }
}

/** A line end separates words as a space does. */
function shownBy(mark: MarkItem, before: string): string {
  if (mark.kind === 'line') return before.endsWith(' ') ? '' : ' '
  return mark.kind === 'thing' ? mark.text : ''
}

function sentencesOf(stretch: Stretch, language: LanguageId): FlowPart[] {
  const { text, marks } = stretch
  const things = marks.filter(({ item }) => item.kind === 'thing')
  const addresses = besideThings(findProtected(text), things)
  const parts: FlowPart[] = []
  let at = 0
  /** Marks at the edges of a sentence stand outside of it. */
  let taken = 0
  const gap = (to: number) => {
    const inside: (typeof marks)[number][] = []
    for (let mark = marks[taken]; mark && mark.end <= to && mark.start <= to; mark = marks[taken]) {
      if (mark.item.kind === 'thing' && mark.start >= to) break
      inside.push(mark)
      taken += 1
    }
    const items = gapItems(stretch, at, to, inside)
    if (items.length > 0) parts.push({ items })
    at = to
  }
  for (const { start, end } of splitSentences(text, language, inOrder([...addresses, ...things]))) {
    gap(start)
    const first = taken
    for (let mark = marks[taken]; mark && isInside(mark, end); mark = marks[taken]) taken += 1
    parts.push({ sentence: sentenceOf(stretch, { start, end }, marks.slice(first, taken), addresses) })
    at = end
  }
  gap(text.length)
  if (taken < marks.length) parts.push({ items: marks.slice(taken).map(({ item }) => item) })
  return parts
}

function inOrder<Range extends ProtectedRange>(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

function isInside({ start, end, item }: Stretch['marks'][number], sentenceEnd: number): boolean {
  return item.kind === 'thing' ? end <= sentenceEnd : start < sentenceEnd
}

/** A thing of its own wins over an address it stands in. */
function besideThings(
  ranges: readonly ProtectedRange[],
  things: readonly ProtectedRange[],
): ProtectedRange[] {
  return ranges.filter(({ start, end }) => rangesBetween(things, start - 1, end + 1).length === 0)
}

function gapItems({ text, spans }: Stretch, from: number, to: number, marks: Stretch['marks']): FlowItem[] {
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
  { text, spans }: Stretch,
  { start, end }: ProtectedRange,
  marks: Stretch['marks'],
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
