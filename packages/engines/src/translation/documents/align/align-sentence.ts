/** Transfers the styles of source words to their translations and repositions all marks. */

import type { LanguagePair } from '../../sentence-translator.ts'
import type { TranslatedUnit } from '../../text/unit.ts'
import type { FlowItem, MarkItem } from '../flow.ts'
import type { StyledSentence, StyledSpan } from '../styled-sentence.ts'
import { adjustLabels } from './adjust-labels.ts'
import type { Evidence } from './evidence.ts'
import { findSegments } from './find-segments.ts'
import type { SentenceWord } from './find-words.ts'
import { findWords } from './find-words.ts'
import { labelWords, scoreWords } from './label-words.ts'
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
