/** Removes false positives: specks, drawings and photos that Tesseract recognized as letters. */
import { boxOf, type TesseractWord, type WordBox } from '../../tesseract/parse-words.ts'
import { qualityOf } from './quality.ts'

const minWordConfidence = 30
const minLineConfidence = 40
/** Lines above this contain real text, where a low-confidence word is better than none. */
const confidentLine = 65
/** Threshold for single characters and symbols, higher than for words. */
const minSymbolConfidence = 60
/** Pages below this with hardly any confident word are treated as images without text. */
const minPageConfidence = 55
const confidentWord = 80
const minConfidentShare = 0.25
/** Minimum number of words of a confident line that a low-confidence line below it may continue. */
const minConfidentWords = 3

export function dropNoise(words: readonly TesseractWord[]): TesseractWord[] {
  const lines = Map.groupBy(words, ({ line }) => line)
  const confidentLines = [...lines.values()]
    .filter(line => line.length >= minConfidentWords && qualityOf(line).confidence >= confidentWord)
    .map(boxOf)
  const kept = [...lines.values()].flatMap(line => {
    const ofLine = qualityOf(line).confidence
    if (ofLine >= minLineConfidence) return line.filter(word => isLikely(word, ofLine))
    // The last line of a paragraph, badly recognized, is still text.
    const box = boxOf(line)
    return confidentLines.some(sure => continuesLine(sure, box))
      ? line.filter(({ text }) => /\p{L}{3}/u.test(text))
      : []
  })
  return looksLikeImage(kept) ? [] : kept
}

/** Directly below, of similar height, and aligned with the line above on either side. */
function continuesLine(above: WordBox, { left, right, top, bottom }: WordBox): boolean {
  const height = above.bottom - above.top
  const isAsHigh = bottom - top > 0.5 * height && bottom - top < 1.5 * height
  const isBelow = top > above.top + 0.5 * height && top - above.bottom < 1.2 * height
  return isAsHigh && isBelow && Math.min(Math.abs(left - above.left), Math.abs(right - above.right)) < height
}

function isLikely(word: TesseractWord, confidenceOfLine: number): boolean {
  const { text, confidence } = word
  if (confidence < minWordConfidence)
    return confidenceOfLine >= confidentLine && (/[\p{L}\p{N}]/u.test(text) || isDrawnDash(word))
  const isSymbol = !/[\p{L}\p{N}]/u.test(text) || [...text].length === 1
  return !isSymbol || confidence >= minSymbolConfidence || confidenceOfLine >= confidentWord
}

/** A speck is never this long and thin. */
function isDrawnDash({ text, width, height }: TesseractWord): boolean {
  return /^[–—]$/.test(text) && width > 4 * height
}

function looksLikeImage(words: readonly TesseractWord[]): boolean {
  const { confidence, characters } = qualityOf(words)
  if (characters === 0 || confidence >= 75) return false
  const sure = words.filter(
    word => word.confidence >= confidentWord && /\p{L}{2,}|\p{N}{2,}|\p{Lo}/u.test(word.text),
  )
  const share = sure.reduce((sum, { text }) => sum + text.length, 0) / characters
  return confidence < minPageConfidence || share < minConfidentShare
}
