/** Words of a sentence with their positions; a fixed range counts as one word. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { ProtectedRange } from '../../text/find-protected.ts'
import { plainForm } from './word-similarity.ts'

export interface SentenceWord {
  readonly start: number
  readonly end: number
  readonly form: string
  /** Index of its fixed range. */
  readonly fixed?: number
}

const segmenters = new Map<LanguageId, Intl.Segmenter>()

function segmenter(language: LanguageId): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, known)
  return known
}

export function findWords(
  text: string,
  language: LanguageId,
  fixed: readonly ProtectedRange[] = [],
): SentenceWord[] {
  const words: SentenceWord[] = fixed.map((range, index) => ({
    start: range.start,
    end: range.end,
    form: plainForm(text.slice(range.start, range.end)),
    fixed: index,
  }))
  for (const { index, segment, isWordLike } of segmenter(language).segment(text)) {
    const end = index + segment.length
    if (isWordLike && !fixed.some(range => range.start < end && index < range.end))
      words.push({ start: index, end, form: plainForm(segment) })
  }
  return words.sort((one, other) => one.start - other.start || one.end - other.end)
}
