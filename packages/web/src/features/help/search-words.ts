/** Splits a search text into words and finds them in a text. */

/** Stop words. */
const stopWords = new Set(
  'a an and are can do does for from how i in is it me my of on or the to what when where which why with you your'.split(
    ' ',
  ),
)

/** Words without stop words, unless there are only stop words. */
export function searchWords(text: string): string[] {
  const words = [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]
  const significant = words.filter(word => !stopWords.has(word))
  return significant.length > 0 ? significant : words
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Matches word prefixes; a plural also matches the singular ('passwords' finds 'password'). */
export function patternOf(words: readonly string[], flags = 'iu'): RegExp {
  const stems = words.map(word => (word.length > 3 && word.endsWith('s') ? `${word.slice(0, -1)}s?` : word))
  // Longest first, so that the longest alternative matches.
  const longestFirst = stems.toSorted((a, b) => b.length - a.length)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`, flags)
}

export interface TextSegment {
  readonly text: string
  readonly isFound: boolean
  /** Offset in the text. */
  readonly at: number
}

/** Splits a text into matching and non-matching segments. */
export function markWords(text: string, words: readonly string[]): TextSegment[] {
  if (words.length === 0) return [{ text, isFound: false, at: 0 }]
  const segments: TextSegment[] = []
  let end = 0
  for (const { index, 0: found } of text.matchAll(patternOf(words, 'giu'))) {
    if (index > end) segments.push({ text: text.slice(end, index), isFound: false, at: end })
    segments.push({ text: found, isFound: true, at: index })
    end = index + found.length
  }
  if (end < text.length) segments.push({ text: text.slice(end), isFound: false, at: end })
  return segments
}
