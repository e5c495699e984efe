/** Detects a page lying on its side from tall word boxes: Tesseract reads such lines but does not report their direction. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'

const minWords = 4
const minShare = 0.6

/** Clockwise rotation that makes the page upright. */
export function sidewaysRotation(words: readonly TesseractWord[]): 0 | 90 | 270 {
  const long = words.filter(({ text, confidence }) => confidence >= 50 && /^\p{L}{4,}/u.test(text))
  const tall = long.filter(({ width, height }) => height > 1.5 * width)
  if (tall.length < minWords || tall.length < minShare * long.length) return 0
  const downwards = words.slice(1).filter((word, index) => {
    const last = words[index]
    return last?.line === word.line && word.y > last.y
  }).length
  const sameLine = words.slice(1).filter((word, index) => words[index]?.line === word.line).length
  return downwards > sameLine / 2 ? 270 : 90
}
