/** Divides the words of a sentence where their looks change or a mark stands between them. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { Span, StyledSentence } from '../styled-sentence.ts'
import { findWords, type Word } from './find-words.ts'

export interface Segment {
  readonly start: number
  readonly end: number
  readonly words: readonly Word[]
  /** One, or several when a single word changes its looks inside. */
  readonly spans: readonly Span[]
  readonly within: readonly number[]
}

export function findSegments(sentence: StyledSentence, language: LanguageId): Segment[] {
  const segments: Segment[] = []
  for (const word of findWords(sentence.text, language, sentence.fixed)) {
    const spans = spansOf(sentence, word)
    const previous = segments.at(-1)
    const span = spans[0]
    const goesOn =
      previous !== undefined &&
      spans.length === 1 &&
      previous.spans.length === 1 &&
      previous.spans[0] === span &&
      sentence.fixed[word.fixed ?? -1]?.item === undefined &&
      !sentence.points.some(({ offset }) => offset >= previous.end && offset <= word.start)
    if (goesOn)
      segments[segments.length - 1] = { ...previous, end: word.end, words: [...previous.words, word] }
    else
      segments.push({
        start: word.start,
        end: word.end,
        words: [word],
        spans,
        within: sharedPlace(spans),
      })
  }
  return segments
}

/** A thing brings its own looks. */
function spansOf(sentence: StyledSentence, word: Word): Span[] {
  const item = sentence.fixed[word.fixed ?? -1]?.item
  const overlapping = sentence.spans.filter(span => span.start < word.end && span.end > word.start)
  const nearest = sentence.spans.find(span => span.start <= word.start && word.start <= span.end)
  if (item !== undefined)
    return [{ start: word.start, end: word.end, style: nearest?.style ?? 0, within: item.within }]
  return overlapping
}

/** Brackets that hold the whole word. */
function sharedPlace(spans: readonly Span[]): readonly number[] {
  const first = spans[0]?.within ?? []
  const count = first.findIndex((id, index) => spans.some(({ within }) => within[index] !== id))
  return count < 0 ? first : first.slice(0, count)
}

export function lookOf({ spans }: Segment): string {
  return spans.map(({ style, within }) => `${style} ${within}`).join()
}

/** What most words of the sentence look like. */
export function usualLook(segments: readonly Segment[]): string {
  const words = new Map<string, number>()
  for (const segment of segments)
    words.set(lookOf(segment), (words.get(lookOf(segment)) ?? 0) + segment.words.length)
  return [...words].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0]
}
