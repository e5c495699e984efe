/** Transfers the styles of source words to their translations and repositions all marks. */

import type { LanguagePair } from '../../sentence-translator.ts'
import type { TranslatedUnit } from '../../text/unit.ts'
import type { FlowItem, MarkItem } from '../flow.ts'
import type { StyledSentence, StyledSpan } from '../styled-sentence.ts'
import { adjustLabels } from './adjust-labels.ts'
import type { Evidence } from './evidence.ts'
import { findSegments } from './find-segments.ts'
import { findWords } from './find-words.ts'
import { labelWords, scoreWords } from './label-words.ts'
import { placePoints } from './place-points.ts'
import { styleCharacters } from './style-characters.ts'

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
