/** What is looked for, in single words, and where they stand in a text. */

/** They say how people ask, and nothing about what. */
const fillers = new Set(
  'a an and are can do does for from how i in is it me my of on or the to what when where which why with you your'.split(
    ' ',
  ),
)

/** Without the fillers, unless there is nothing else. */
export function searchWords(text: string): string[] {
  const words = [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]
  const telling = words.filter(word => !fillers.has(word))
  return telling.length > 0 ? telling : words
}

/** Cases and accents make no difference. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A word is found where another one begins with it; of several things too: 'passwords' finds 'password'. */
export function patternOf(words: readonly string[], flags = 'iu'): RegExp {
  const stems = words.map(word => (word.length > 3 && word.endsWith('s') ? `${word.slice(0, -1)}s?` : word))
  // The longest first, so that a mark covers all that was typed.
  const longestFirst = stems.toSorted((a, b) => b.length - a.length)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`, flags)
}

export interface TextPiece {
  readonly text: string
  readonly isFound: boolean
  /** Where it begins. */
  readonly at: number
}

/** The text in pieces, those that were looked for apart. */
export function markWords(text: string, words: readonly string[]): TextPiece[] {
  if (words.length === 0) return [{ text, isFound: false, at: 0 }]
  const pieces: TextPiece[] = []
  let end = 0
  for (const { index, 0: found } of text.matchAll(patternOf(words, 'giu'))) {
    if (index > end) pieces.push({ text: text.slice(end, index), isFound: false, at: end })
    pieces.push({ text: found, isFound: true, at: index })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isFound: false, at: end })
  return pieces
}
