/** Splits the words of a sentence where their style changes or a mark is between them. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { StyledSentence, StyledSpan } from '../styled-sentence.ts'
import { findWords, type SentenceWord } from './find-words.ts'

export interface StyleSegment {
  readonly start: number
  readonly end: number
  readonly words: readonly SentenceWord[]
  /** Several if the style changes within a single word. */
  readonly spans: readonly StyledSpan[]
  readonly within: readonly number[]
}

export function findSegments(sentence: StyledSentence, language: LanguageId): StyleSegment[] {
  const segments: StyleSegment[] = []
  for (const word of findWords(sentence.text, language, sentence.fixed)) {
    const spans = spansOf(sentence, word)
    const previous = segments.at(-1)
    const span = spans[0]
    const continuesSegment =
      previous !== undefined &&
      spans.length === 1 &&
      previous.spans.length === 1 &&
      previous.spans[0] === span &&
      sentence.fixed[word.fixed ?? -1]?.item === undefined &&
      !sentence.points.some(({ offset }) => offset >= previous.end && offset <= word.start)
    if (continuesSegment)
      segments[segments.length - 1] = { ...previous, end: word.end, words: [...previous.words, word] }
    else
      segments.push({
        start: word.start,
        end: word.end,
        words: [word],
        spans,
        within: sharedNesting(spans),
      })
  }
  return segments
}

/** A thing has its own style. */
function spansOf(sentence: StyledSentence, word: SentenceWord): StyledSpan[] {
  const item = sentence.fixed[word.fixed ?? -1]?.item
  const overlapping = sentence.spans.filter(span => span.start < word.end && span.end > word.start)
  const nearest = sentence.spans.find(span => span.start <= word.start && word.start <= span.end)
  if (item !== undefined)
    return [{ start: word.start, end: word.end, style: nearest?.style ?? 0, within: item.within }]
  return overlapping
}

/** Brackets that contain the whole word. */
function sharedNesting(spans: readonly StyledSpan[]): readonly number[] {
  const first = spans[0]?.within ?? []
  const count = first.findIndex((id, index) => spans.some(({ within }) => within[index] !== id))
  return count < 0 ? first : first.slice(0, count)
}

export function styleKeyOf({ spans }: StyleSegment): string {
  return spans.map(({ style, within }) => `${style} ${within}`).join()
}

/** The style of most words. */
export function mainStyleKey(segments: readonly StyleSegment[]): string {
  const words = new Map<string, number>()
  for (const segment of segments)
    words.set(styleKeyOf(segment), (words.get(styleKeyOf(segment)) ?? 0) + segment.words.length)
  return [...words].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0]
}
