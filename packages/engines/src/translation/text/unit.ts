/** A sentence with the ranges that must be preserved. */
import type { ProtectedRange } from './find-protected.ts'

export interface Unit {
  readonly text: string
  /** In order, never overlapping. An empty range marks an inline object without text, such as a formula. */
  readonly fixed: readonly ProtectedRange[]
}

/** The same ranges by index, at their new positions. */
export interface TranslatedUnit extends Unit {
  /** No translation passed the checks; the text is that of the source. */
  readonly isUntranslated?: true
}

const words = /\p{L}/u

/** Nothing to translate: numbers, punctuation, URLs. */
export function hasNoWords({ text, fixed }: Unit): boolean {
  return !words.test(textBetween(text, fixed).join(' '))
}

/** Text before, between and after the ranges: one more element than there are ranges. */
export function textBetween(text: string, ranges: readonly ProtectedRange[]): string[] {
  const starts = [0, ...ranges.map(({ end }) => end)]
  const ends = [...ranges.map(({ start }) => start), text.length]
  return starts.map((start, index) => text.slice(start, ends[index]))
}
