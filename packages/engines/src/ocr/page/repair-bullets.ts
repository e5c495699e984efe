/** Restores list bullets: Tesseract's language packs contain no bullet character, so it reads lookalikes such as © or ¢. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'

const lookalike = /^[¢©®«»°]$/
/** A single one may be intended; several lines starting with one are a list. */
const minItems = 2

export function repairBullets(words: readonly TesseractWord[]): TesseractWord[] {
  const isItem = (word: TesseractWord, at: number) =>
    lookalike.test(word.text) && words[at - 1]?.line !== word.line && words[at + 1]?.line === word.line
  if (words.filter(isItem).length < minItems) return [...words]
  return words.map((word, at) => (isItem(word, at) ? { ...word, text: '•' } : word))
}
