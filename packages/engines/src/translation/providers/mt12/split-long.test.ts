import { describe, expect, test } from 'vitest'
import { splitLong } from './translate-batches.ts'

const countWords = (text: string) => text.split(/\s+/).length
const countLetters = (text: string) => [...text].length
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ')

describe('splitLong', () => {
  test('keeps a sentence that fits', () => {
    expect(splitLong('one, two three', countWords, 3)).toEqual(['one, two three'])
  })

  test('prefers a semicolon to a comma, and a comma to a space', () => {
    const [before, between, after] = [words(5), words(2), words(6)]
    expect(splitLong(`${before}; ${between}, ${after}`, countWords, 9)).toEqual([
      `${before};`,
      `${between}, ${after}`,
    ])
    expect(splitLong(`${words(6)}, ${words(6)}`, countWords, 9)).toEqual([`${words(6)},`, words(6)])
    expect(splitLong(words(12), countWords, 9)).toEqual([words(6), words(6)])
  })

  test('keeps all text within the limit', () => {
    const sentence = Array.from({ length: 500 }, (_, index) => `w${index}${index % 13 ? '' : ','}`).join(' ')
    const parts = splitLong(sentence, countWords, 20)
    expect(parts.join(' ')).toBe(sentence)
    for (const part of parts) expect(countWords(part)).toBeLessThanOrEqual(20)
  })

  test('splits between code points without a separator', () => {
    const parts = splitLong('😀'.repeat(101), countLetters, 10)
    expect(parts.join('')).toBe('😀'.repeat(101))
    for (const part of parts) expect(part.isWellFormed()).toBe(true)
  })
})
