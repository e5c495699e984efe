/** Shortens a long sentence to an excerpt around the search terms. */
import { markWords } from './search-words.ts'

const maxLength = 180
/** Characters kept before the first match. */
const contextBefore = 60

export function cutPassage(text: string, words: readonly string[]): string {
  if (text.length <= maxLength) return text
  const found = markWords(text, words).find(({ isFound }) => isFound)?.at ?? 0
  const from = found <= contextBefore ? 0 : text.indexOf(' ', found - contextBefore) + 1
  const excerpt = text.slice(from, from + maxLength)
  const isCut = from + excerpt.length < text.length
  // Cuts at word boundaries.
  const trimmed = isCut ? excerpt.slice(0, Math.max(excerpt.lastIndexOf(' '), found - from)) : excerpt
  return `${from > 0 ? '… ' : ''}${trimmed}${isCut ? ' …' : ''}`
}
