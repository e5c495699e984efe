/** Cuts a long sentence down to what stands around the words that were looked for. */
import { markWords } from './search-words.ts'

const longestCharacters = 180
/** Kept before the first word that was found. */
const before = 60

export function cutPassage(text: string, words: readonly string[]): string {
  if (text.length <= longestCharacters) return text
  const found = markWords(text, words).find(({ isFound }) => isFound)?.at ?? 0
  const from = found <= before ? 0 : text.indexOf(' ', found - before) + 1
  const room = text.slice(from, from + longestCharacters)
  const isCut = from + room.length < text.length
  // A word is never cut in two.
  const whole = isCut ? room.slice(0, Math.max(room.lastIndexOf(' '), found - from)) : room
  return `${from > 0 ? '… ' : ''}${whole}${isCut ? ' …' : ''}`
}
