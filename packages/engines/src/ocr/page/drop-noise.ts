/** Leaves out what is no text: dust, drawings and photos that Tesseract took for letters. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { qualityOf } from './quality.ts'

const leastWord = 30
const leastLine = 40
/** In such a line there are letters, and a doubtful one is better than none. */
const sureLine = 65
/** Single signs and scraps must be surer than words. */
const leastScrap = 60
/** A page below this, with hardly a sure word, shows a picture. */
const leastPage = 55
const sureWord = 80
const leastSureShare = 0.25

export function dropNoise(words: readonly RecognisedWord[]): RecognisedWord[] {
  const lines = Map.groupBy(words, ({ line }) => line)
  const kept = [...lines.values()].flatMap(line => {
    const ofLine = qualityOf(line).confidence
    if (ofLine < leastLine) return []
    return line.filter(word => isLikely(word, ofLine))
  })
  return looksLikePicture(kept) ? [] : kept
}

function isLikely(word: RecognisedWord, confidenceOfLine: number): boolean {
  const { text, confidence } = word
  if (confidence < leastWord)
    return confidenceOfLine >= sureLine && (/[\p{L}\p{N}]/u.test(text) || isDrawnDash(word))
  const isScrap = !/[\p{L}\p{N}]/u.test(text) || [...text].length === 1
  return !isScrap || confidence >= leastScrap || confidenceOfLine >= sureWord
}

/** Dust is not that long and thin. */
function isDrawnDash({ text, width, height }: RecognisedWord): boolean {
  return /^[–—]$/.test(text) && width > 4 * height
}

function looksLikePicture(words: readonly RecognisedWord[]): boolean {
  const { confidence, characters } = qualityOf(words)
  if (characters === 0 || confidence >= 75) return false
  const sure = words.filter(
    word => word.confidence >= sureWord && /\p{L}{2,}|\p{N}{2,}|\p{Lo}/u.test(word.text),
  )
  const share = sure.reduce((sum, { text }) => sum + text.length, 0) / characters
  return confidence < leastPage || share < leastSureShare
}
