/** Gives the words of a translation the looks of the words they come from, and puts every mark in its place. */

import type { LanguagePair } from '../../sentence-translator.ts'
import type { TranslatedUnit } from '../../text/unit.ts'
import type { FlowItem, MarkItem } from '../flow.ts'
import type { Span, StyledSentence } from '../styled-sentence.ts'
import type { Evidence } from './evidence.ts'
import { findSegments } from './find-segments.ts'
import { findWords } from './find-words.ts'
import { labelWords, scoreWords } from './label-words.ts'
import { paintCharacters } from './paint-characters.ts'
import { placePoints } from './place-points.ts'
import { settleLabels } from './settle-labels.ts'

export function alignSentence(
  sentence: StyledSentence,
  translated: TranslatedUnit,
  evidence: Evidence,
  { from, to }: LanguagePair,
): FlowItem[] {
  const things = sentence.fixed.flatMap(({ item }, index) => {
    const place = translated.fixed[index]
    return item === undefined || place === undefined ? [] : [{ ...place, item }]
  })
  if (translated.text === sentence.text)
    return writeItems(sentence.text, spanByCharacter(sentence), sentence.points, things)

  const segments = findSegments(sentence, from)
  const words = findWords(translated.text, to, translated.fixed)
  const labelling = {
    source: sentence.text,
    segments,
    translated: translated.text,
    words,
    evidence,
    to,
  }
  const labels = settleLabels(labelWords(labelling), scoreWords(labelling), segments)
  const spans = paintCharacters({ sentence, segments, text: translated.text, words, labels })
  const points = placePoints(
    { sentence, segments, text: translated.text, words, labels },
    wordsSaid(evidence, to),
  )
  return writeItems(translated.text, spans, points, things)
}

/** How the engine says a single word. */
function wordsSaid(evidence: Evidence, to: LanguagePair['to']): (word: string) => string[] {
  return word => findWords(evidence.get(word) ?? '', to).map(({ form }) => form)
}

function spanByCharacter({ text, spans }: StyledSentence): (Span | undefined)[] {
  const painted: (Span | undefined)[] = Array.from({ length: text.length }, () => undefined)
  for (const span of spans) painted.fill(span, span.start, span.end)
  return painted
}

interface PlacedThing {
  readonly start: number
  readonly end: number
  readonly item: MarkItem
}

/** `spans` says for every character how it looks. */
function writeItems(
  text: string,
  spans: readonly (Span | undefined)[],
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
      const look = spans[at]
      let to = at + 1
      while (to < end && isSameLook(spans[to], look)) to += 1
      items.push({ text: text.slice(at, to), style: look?.style ?? 0, within: look?.within ?? [] })
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

function isSameLook(one: Span | undefined, other: Span | undefined): boolean {
  return one === other || (one?.style === other?.style && String(one?.within) === String(other?.within))
}
