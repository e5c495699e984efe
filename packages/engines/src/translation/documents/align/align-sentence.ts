/** Transfers the styles of source words to their translations and repositions all marks. */

import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../../sentence-translator.ts'
import type { TranslatedUnit } from '../../text/unit.ts'
import type { FlowItem, MarkItem } from '../flow.ts'
import type { StyledSentence, StyledSpan } from '../styled-sentence.ts'
import { adjustLabels } from './adjust-labels.ts'
import type { Evidence } from './evidence.ts'
import { maxSegments, phrasesOf } from './evidence.ts'
import { findSegments, mainStyleKey, type StyleSegment, styleKeyOf } from './find-segments.ts'
import type { SentenceWord } from './find-words.ts'
import { findWords } from './find-words.ts'
import type { LabeledWords } from './style-characters.ts'
import { styleCharacters } from './style-characters.ts'
import { similarity } from './word-similarity.ts'

export function alignSentence(
  sentence: StyledSentence,
  translated: TranslatedUnit,
  evidence: Evidence,
  { from, to }: LanguagePair,
): FlowItem[] {
  const things = sentence.fixed.flatMap(({ item }, index) => {
    const position = translated.fixed[index]
    return item === undefined || position === undefined ? [] : [{ ...position, item }]
  })
  if (translated.text === sentence.text)
    return writeItems(sentence.text, spanByCharacter(sentence), sentence.points, things)

  const segments = findSegments(sentence, from)
  const words = findWords(translated.text, to, translated.fixed)
  const labeling = {
    source: sentence.text,
    segments,
    translated: translated.text,
    words,
    evidence,
    to,
  }
  const labels = adjustLabels(labelWords(labeling), scoreWords(labeling), segments)
  const spans = styleCharacters({ sentence, segments, text: translated.text, words, labels })
  const points = placePoints(
    { sentence, segments, text: translated.text, words, labels },
    wordTranslations(evidence, to),
  )
  return writeItems(translated.text, spans, points, things)
}

/** Normalized translations of a single word. */
function wordTranslations(evidence: Evidence, to: LanguagePair['to']): (word: string) => string[] {
  return word => findWords(evidence.get(word) ?? '', to).map(({ form }) => form)
}

function spanByCharacter({ text, spans }: StyledSentence): (StyledSpan | undefined)[] {
  const styled: (StyledSpan | undefined)[] = Array.from({ length: text.length }, () => undefined)
  for (const span of spans) styled.fill(span, span.start, span.end)
  return styled
}

interface PlacedThing {
  readonly start: number
  readonly end: number
  readonly item: MarkItem
}

/** `spans` holds the style of each character. */
function writeItems(
  text: string,
  spans: readonly (StyledSpan | undefined)[],
  points: readonly { readonly offset: number; readonly item: MarkItem }[],
  things: readonly PlacedThing[],
): FlowItem[] {
  const marks = [...points.map(({ offset, item }) => ({ start: offset, end: offset, item })), ...things].sort(
    (one, other) => one.start - other.start,
  )
  const items: FlowItem[] = []
  let at = 0
  const write = (end: number) => {
    while (at < end) {
      const span = spans[at]
      let to = at + 1
      while (to < end && hasSameStyle(spans[to], span)) to += 1
      items.push({ text: text.slice(at, to), style: span?.style ?? 0, within: span?.within ?? [] })
      at = to
    }
  }
  for (const { start, end, item } of marks) {
    write(start)
    items.push(item)
    at = Math.max(at, end)
  }
  write(text.length)
  return items
}

function hasSameStyle(one: StyledSpan | undefined, other: StyledSpan | undefined): boolean {
  return one === other || (one?.style === other?.style && String(one?.within) === String(other?.within))
}

/** Normalized translations of a word. */
type WordTranslations = (word: string) => readonly string[]

const closing = /[\p{Pe}\p{Pf}.,;:!?…。、，！？；：؟،؛।"']/u
/** Relative distance above which a matching word is probably a different one. */
const maxShift = 0.35

/** Positions marks without extent after, or before, the translations of their neighboring words. */
function placePoints(
  labeled: LabeledWords,
  translationsOf: WordTranslations,
): { offset: number; item: MarkItem }[] {
  const { sentence, text } = labeled
  let minimum = 0
  return sentence.points.map(({ offset, item }) => {
    const target =
      item.kind === 'opening'
        ? placeBefore(labeled, translationsOf, offset)
        : placeBehind(labeled, translationsOf, offset, item)
    // Keep the order of marks: the end of a bookmark must not precede its start.
    const position = Math.min(Math.max(target, minimum), text.length)
    minimum = position
    return { offset: position, item }
  })
}

function placeBefore(labeled: LabeledWords, translationsOf: WordTranslations, offset: number): number {
  const { segments, words, labels } = labeled
  const next = segments.findIndex(({ start }) => start >= offset)
  const same = sameWord(labeled, translationsOf, segments[next]?.words[0])
  const labeledWord = words[labels.findIndex(held => held.includes(next))]
  return (same ?? labeledWord)?.start ?? words.at(-1)?.end ?? 0
}

function placeBehind(
  labeled: LabeledWords,
  translationsOf: WordTranslations,
  offset: number,
  { kind }: MarkItem,
): number {
  const { sentence, segments, text, words, labels } = labeled
  const previous = segments.findLastIndex(({ end }) => end <= offset)
  if (previous < 0) return 0
  const same =
    kind === 'line' ? undefined : sameWord(labeled, translationsOf, segments[previous]?.words.at(-1))
  const labeledWord = words[labels.findLastIndex(held => held.includes(previous))]
  let position = (same ?? labeledWord)?.end ?? 0
  const signs = sentence.text.slice(segments[previous]?.end, offset)
  if (closing.test(signs.slice(-1)))
    while (position < text.length && closing.test(text.charAt(position))) position += 1
  else if ((kind === 'line' || /\s$/.test(signs)) && /\s/.test(text.charAt(position))) position += 1
  return position
}

/** The translation of `word` near its position, if there is one. */
function sameWord(
  { sentence, text, words }: LabeledWords,
  translationsOf: WordTranslations,
  word: SentenceWord | undefined,
): SentenceWord | undefined {
  if (word === undefined) return undefined
  const forms = [word.form, ...translationsOf(sentence.text.slice(word.start, word.end))].filter(
    form => form.length > 3,
  )
  const shift = ({ start }: SentenceWord) => Math.abs(start / text.length - word.start / sentence.text.length)
  return words
    .filter(each => shift(each) < maxShift && forms.some(form => similarity(form, each.form) > 0.8))
    .sort((one, other) => shift(one) - shift(other))[0]
}

interface Labeling {
  readonly source: string
  readonly segments: readonly StyleSegment[]
  readonly translated: string
  readonly words: readonly SentenceWord[]
  readonly evidence: Evidence
  readonly to: LanguageId
}

/** Transition costs: word order is mostly preserved, and swaps are mostly between neighbors. */
const nextSegmentCost = 0.3
const nearSegmentCost = 0.5
const otherSegmentCost = 0.9
const farCost = 1.6
/** Minimum length for relative distances, because in short sentences one word is a large share. */
const minLength = 60
/** A word without evidence most likely has the main style of the sentence. */
const unsupportedCost = 0.2
const phraseBonus = 0.8
const impossible = -1e6

/** Segment index of each word. */
function labelWords(labeling: Labeling): number[] {
  const { segments, words } = labeling
  const scores = scoreWords(labeling)
  const labels = bestPath(scores, segments.length)
  return words.map((_, index) => labels[index] ?? 0)
}

/** Rows are words of the translation, columns are segments. */
function scoreWords(labeling: Labeling): number[][] {
  const { source, segments, translated, words } = labeling
  const known = segments.map(segment => knownForms(labeling, segment))
  const mainStyle = mainStyleKey(segments)
  const compare = segments.length > maxSegments ? equality : similarity
  const score = (word: SentenceWord, segment: StyleSegment, index: number) => {
    if (word.fixed !== undefined)
      return segment.words.some(({ fixed }) => fixed === word.fixed) ? 4 : impossible
    // A URL does not absorb other words.
    if (segment.words.every(({ fixed }) => fixed !== undefined)) return -2
    const position = ((word.start + word.end) / 2 / translated.length) * source.length
    const away =
      Math.max(0, segment.start - position, position - segment.end) / Math.max(source.length, minLength)
    const support = evidenceFor(word, known[index] ?? [], compare)
    return support - (support === 0 ? penaltyFor(segment, mainStyle) : 0) - farCost * away
  }
  const scores = words.map(word => segments.map((segment, index) => score(word, segment, index)))
  for (const [index, segment] of segments.entries()) addPhraseBonus(labeling, segment, index, scores)
  return scores
}

/** Penalty for a word without evidence. */
function penaltyFor(segment: StyleSegment, mainStyle: string): number {
  // A single word with a style change inside stays a single word.
  if (segment.spans.length > 1) return 1
  return styleKeyOf(segment) === mainStyle ? 0 : unsupportedCost
}

function equality(one: string, other: string): number {
  return one === other ? 1 : 0
}

interface KnownForm {
  readonly form: string
  readonly weight: number
}

function knownForms({ source, evidence, to }: Labeling, segment: StyleSegment): KnownForm[] {
  const translatedForms = phrasesOf(source, segment).flatMap(phrase =>
    findWords(evidence.get(phrase) ?? '', to).map(({ form }) => ({ form, weight: 1 })),
  )
  // Names and numbers are kept, and related languages share words.
  const own = segment.words.map(({ form }) => ({ form, weight: 0.8 }))
  return [...translatedForms, ...own]
}

function evidenceFor({ form }: SentenceWord, known: readonly KnownForm[], isSame: typeof similarity): number {
  const best = known.reduce((most, each) => Math.max(most, each.weight * isSame(form, each.form)), 0)
  // Short words are frequent, so a match is weak evidence.
  return form.length <= 3 && !/[\d\p{Script=Han}\p{Script=Hangul}]/u.test(form) ? best / 2 : best
}

/** Bonus for words that appear in the same sequence as in the translation of the segment alone. */
function addPhraseBonus(labeling: Labeling, segment: StyleSegment, index: number, scores: number[][]): void {
  const { source, translated, words, evidence, to } = labeling
  for (const phrase of phrasesOf(source, segment)) {
    const forms = findWords(evidence.get(phrase) ?? '', to).map(({ form }) => form)
    if (forms.length < 2) continue
    const begin = source.indexOf(phrase, segment.start) / source.length
    const positions = words
      .map((_, at) => at)
      .filter(at => forms.every((form, offset) => words[at + offset]?.form === form))
    const away = (at: number) => Math.abs((words[at]?.start ?? 0) / translated.length - begin)
    const nearest = positions.sort((one, other) => away(one) - away(other))[0]
    if (nearest === undefined) continue
    for (let at = nearest; at < nearest + forms.length; at++) {
      const row = scores[at]
      if (row) row[index] = (row[index] ?? 0) + phraseBonus
    }
  }
}

function bestPath(scores: readonly (readonly number[])[], count: number): number[] {
  let totals = [...(scores[0] ?? [])].map((score, label) => score - (label === 0 ? 0 : nextSegmentCost))
  const origins: number[][] = []
  for (const row of scores.slice(1)) {
    const origin: number[] = []
    const leader = totals.indexOf(Math.max(...totals))
    const next = Array.from({ length: count }, (_, label) => {
      const worth = (from: number) => (totals[from] ?? -Infinity) - cost(from, label)
      // Distant transitions all cost the same, so only the best of them is considered.
      const best = [leader, label - 2, label - 1, label, label + 1, label + 2].reduce((most, from) =>
        worth(from) > worth(most) ? from : most,
      )
      origin.push(best)
      return worth(best) + (row[label] ?? 0)
    })
    origins.push(origin)
    totals = next
  }
  let label = totals.indexOf(Math.max(...totals))
  const path = [label]
  for (const origin of origins.reverse()) {
    label = origin[label] ?? 0
    path.unshift(label)
  }
  return path
}

function cost(from: number, to: number): number {
  if (from === to) return 0
  if (to === from + 1) return nextSegmentCost
  return Math.abs(to - from) <= 2 ? nearSegmentCost : otherSegmentCost
}
