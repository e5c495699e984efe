/** One sentence on its way to an engine: its text, and what in it must come back unchanged. */
import type { ProtectedRange } from './find-protected.ts'

export interface Unit {
  readonly text: string
  /** In their order, never overlapping. An empty one is a place without words, a formula for instance. */
  readonly fixed: readonly ProtectedRange[]
}

/** The same things in the same order of naming, where they stand now. */
export type TranslatedUnit = Unit

const words = /\p{L}/u

/** Nothing to translate in it: numbers, signs, addresses. */
export function hasNoWords({ text, fixed }: Unit): boolean {
  return !words.test(piecesBetween(text, fixed).join(' '))
}

/** One more piece than there are ranges. */
export function piecesBetween(text: string, ranges: readonly ProtectedRange[]): string[] {
  const starts = [0, ...ranges.map(({ end }) => end)]
  const ends = [...ranges.map(({ start }) => start), text.length]
  return starts.map((start, index) => text.slice(start, ends[index]))
}
