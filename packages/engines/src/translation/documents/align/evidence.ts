/** Phrases that are translated separately, as evidence for the alignment. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { StyledSentence } from '../styled-sentence.ts'
import { findSegments, type StyleSegment } from './find-segments.ts'

/** Translations by phrase. */
export type Evidence = ReadonlyMap<string, string>

const maxPhraseWords = 6
const edgeWords = 3
const maxSingleWords = 4
/** Sentences with more style changes are aligned by position only. */
export const maxSegments = 60

export function evidencePhrases(sentence: StyledSentence, language: LanguageId): string[] {
  const segments = findSegments(sentence, language)
  if (segments.length > maxSegments) return []
  const beside = sentence.points.flatMap(({ offset, item }) => {
    const word =
      item.kind === 'opening'
        ? segments.find(({ start }) => start >= offset)?.words[0]
        : segments.findLast(({ end }) => end <= offset)?.words.at(-1)
    return word === undefined || word.fixed !== undefined ? [] : [sentence.text.slice(word.start, word.end)]
  })
  return [...segments.flatMap(segment => phrasesOf(sentence.text, segment)), ...beside].filter(each =>
    /\p{L}/u.test(each),
  )
}

/** A long segment is located by its first and last words. */
export function phrasesOf(text: string, segment: StyleSegment): string[] {
  const words = segment.words.filter(({ fixed }) => fixed === undefined)
  const phrase = (from: number, to: number) => text.slice(words.at(from)?.start, words.at(to)?.end)
  if (words.length === 0) return []
  if (words.length > maxPhraseWords) return [phrase(0, edgeWords - 1), phrase(-edgeWords, -1)]
  const singles = words.length <= maxSingleWords ? words.map(({ start, end }) => text.slice(start, end)) : []
  return [...new Set([phrase(0, -1), ...singles])]
}
