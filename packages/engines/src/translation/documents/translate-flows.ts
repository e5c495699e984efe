/** Translates the paragraphs of a document sentence by sentence and restores the styles. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import { untranslatedMark } from '@filesmith/contract/tools/translate/messages'
import { elementAt } from '../../element-at.ts'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import { effortFor } from '../text/effort-for.ts'
import { findProtected, type ProtectedRange } from '../text/find-protected.ts'
import { gapBetween } from '../text/join-sentences.ts'
import { rangesBetween } from '../text/ranges.ts'
import { splitSentences } from '../text/split-sentences.ts'
import { createUnitTranslator, type UnitTranslator } from '../text/translate-units.ts'
import type { TranslatedUnit } from '../text/unit.ts'
import { alignSentence } from './align/align-sentence.ts'
import { type Evidence, evidencePhrases } from './align/evidence.ts'
import { type Flow, type FlowItem, hasSameStyle, isMark, type MarkItem, mergeFlow } from './flow.ts'
import type { FixedRange, StyledSpan } from './styled-sentence.ts'
import { type FlowPart, hasUniformStyle, type StyledSentence } from './styled-sentence.ts'

interface TranslateFlows extends LanguagePair {
  readonly flows: readonly Flow[]
  readonly signal: AbortSignal
  /** Called with the number of translated flows. */
  readonly onFlows: (done: number) => void
  /** Called with each sentence that is left in the source language and marked, because no translation passed the checks. */
  readonly onUntranslated?: (sentence: string) => void
}

/** Paragraphs per batch. */
const flowsAtOnce = 12

export async function translateFlows(
  translator: SentenceTranslator,
  { flows, from, to, signal, onFlows, onUntranslated }: TranslateFlows,
): Promise<Flow[]> {
  const pair = { from, to }
  const effort = effortFor(
    flows.map(flow => flow.map(({ text }) => text).join('')),
    from,
  )
  const units = createUnitTranslator(translator, pair, signal, effort)
  const result: Flow[] = []
  for (let start = 0; start < flows.length; start += flowsAtOnce) {
    const split = flows.slice(start, start + flowsAtOnce).map(flow => splitFlow(flow, from))
    const sentences = split.flat().flatMap(part => ('sentence' in part ? [part.sentence] : []))
    const translated = await units.translate(sentences)
    const evidence = await collectEvidence(units, sentences, translated, pair)
    const answers: FlowItem[][] = []
    for (const [index, sentence] of sentences.entries()) {
      // Alignment is CPU-bound: yield to other work on this thread.
      if (!hasUniformStyle(sentence)) await setImmediate()
      if (signal.aborted) throw new AppError('cancelled')
      const items = aligned(sentence, translated[index] ?? sentence, evidence, pair)
      const isUntranslated = translated[index]?.isUntranslated === true
      if (isUntranslated) onUntranslated?.(sentence.text)
      answers.push(isUntranslated ? withMark(items) : items)
    }
    const next = answers.values()
    for (const parts of split) result.push(joinParts(parts, () => next.next().value ?? [], pair))
    onFlows(result.length)
  }
  return result
}

function aligned(
  sentence: StyledSentence,
  translated: TranslatedUnit,
  evidence: Evidence,
  pair: LanguagePair,
): FlowItem[] {
  const span = sentence.spans[0]
  if (hasUniformStyle(sentence) && span)
    return [{ text: translated.text, style: span.style, within: span.within }]
  return alignSentence(sentence, translated, evidence, pair)
}

/** Marks a sentence that was left in the source language, in the style of its first words. */
function withMark(items: readonly FlowItem[]): FlowItem[] {
  const first = items.findIndex(item => !isMark(item))
  return items.map((item, index) =>
    index === first ? { ...item, text: `${untranslatedMark} ${item.text}` } : item,
  )
}

async function collectEvidence(
  units: UnitTranslator,
  sentences: readonly StyledSentence[],
  translated: readonly TranslatedUnit[],
  { from }: LanguagePair,
): Promise<Evidence> {
  const phrases = sentences.flatMap((sentence, index) =>
    hasUniformStyle(sentence) || translated[index]?.text === sentence.text
      ? []
      : evidencePhrases(sentence, from),
  )
  const answers = await units.translateWords(phrases)
  return new Map(phrases.map((phrase, index) => [phrase, elementAt(answers, index)]))
}

function joinParts(
  parts: readonly FlowPart[],
  nextSentence: () => readonly FlowItem[],
  pair: LanguagePair,
): Flow {
  const flow: FlowItem[] = []
  const shown = (items: readonly FlowItem[]) => items.map(({ text }) => text).join('')
  let before = ''
  let gap: FlowItem[] = []
  for (const part of parts) {
    if ('items' in part) {
      for (const item of part.items) gap.push(item)
      continue
    }
    const items = nextSentence()
    const space = before === '' ? gap : betweenSentences(gap, before, shown(items), pair, items[0])
    for (const item of [...space, ...items]) flow.push(item)
    before = shown(items)
    gap = []
  }
  return mergeFlow([...flow, ...gap])
}

/** Spaces between sentences follow the target language; marks, tabs and line breaks stay. */
function betweenSentences(
  gap: readonly FlowItem[],
  before: string,
  after: string,
  pair: LanguagePair,
  next: FlowItem | undefined,
): FlowItem[] {
  if (gap.some(item => isMark(item) && item.kind !== 'point' && item.kind !== 'opening')) return [...gap]
  const spaces = gap.filter(item => !isMark(item)).map(({ text }) => text)
  const expected = gapBetween(spaces.join(''), before, after, pair)
  if (expected === spaces.join('')) return [...gap]
  const styledItem = gap.find(item => !isMark(item)) ?? (next && !isMark(next) ? next : undefined)
  const space = styledItem && expected !== '' ? [{ ...styledItem, text: expected }] : []
  return [...gap.filter(isMark), ...space]
}

/** Running text between two splits, with the positions of its marks. */
interface Passage {
  readonly text: string
  readonly spans: readonly StyledSpan[]
  readonly marks: readonly { readonly start: number; readonly end: number; readonly item: MarkItem }[]
}

/** Splits a paragraph into sentences and the items between them. */
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
