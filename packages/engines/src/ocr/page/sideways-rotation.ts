/** Tells from words that were read whether the page lies on its side: Tesseract reads such lines, but where they stand it cannot say. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'

const fewestWords = 4
const leastShare = 0.6

/** How far to turn the page clockwise; 0 when it stands upright. */
export function sidewaysRotation(words: readonly RecognisedWord[]): 0 | 90 | 270 {
  const long = words.filter(({ text, confidence }) => confidence >= 50 && /^\p{L}{4,}/u.test(text))
  const tall = long.filter(({ width, height }) => height > 1.5 * width)
  if (tall.length < fewestWords || tall.length < leastShare * long.length) return 0
  const downwards = words.slice(1).filter((word, index) => {
    const last = words[index]
    return last?.line === word.line && word.y > last.y
  }).length
  const sameLine = words.slice(1).filter((word, index) => words[index]?.line === word.line).length
  return downwards > sameLine / 2 ? 270 : 90
}
