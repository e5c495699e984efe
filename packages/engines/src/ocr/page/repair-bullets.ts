/** Tesseract's packs know no bullet: where a list has them, they are read as signs that look alike. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'

const lookalike = /^[¢©®«»°]$/
/** One may be meant; where several lines begin so, it is a list. */
const fewestItems = 2

export function repairBullets(words: readonly RecognisedWord[]): RecognisedWord[] {
  const isItem = (word: RecognisedWord, at: number) =>
    lookalike.test(word.text) && words[at - 1]?.line !== word.line && words[at + 1]?.line === word.line
  if (words.filter(isItem).length < fewestItems) return [...words]
  return words.map((word, at) => (isItem(word, at) ? { ...word, text: '•' } : word))
}
