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

/** The known word with the fewest typing errors: at most one, or two in words of eight letters or more. */
export function closestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestCount = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > bestCount || candidate.length < 4) continue
    const count = countTypingErrors(word, candidate)
    if (best === undefined ? count > bestCount : count >= bestCount) continue
    best = candidate
    bestCount = count
  }
  return best
}

/** Added, missing, wrong and swapped letters (optimal string alignment distance). */
function countTypingErrors(one: string, other: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const counts = [
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
        ...(isSwapped ? [at(beforePrevious, column - 2) + 1] : []),
      ]
      current.push(Math.min(...counts))
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, other.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
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
