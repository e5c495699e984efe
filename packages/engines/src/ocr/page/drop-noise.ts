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
/** Words of a line that another may go on from. */
const fewestSure = 3

export function dropNoise(words: readonly RecognisedWord[]): RecognisedWord[] {
  const lines = Map.groupBy(words, ({ line }) => line)
  const sureLines = [...lines.values()]
    .filter(line => line.length >= fewestSure && qualityOf(line).confidence >= sureWord)
    .map(boxOf)
  const kept = [...lines.values()].flatMap(line => {
    const ofLine = qualityOf(line).confidence
    if (ofLine >= leastLine) return line.filter(word => isLikely(word, ofLine))
    // The last word of a paragraph, read badly, is a word all the same.
    const box = boxOf(line)
    return sureLines.some(sure => goesOn(sure, box)) ? line.filter(({ text }) => /\p{L}{3}/u.test(text)) : []
  })
  return looksLikeImage(kept) ? [] : kept
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function boxOf(line: readonly RecognisedWord[]): Box {
  return {
    left: Math.min(...line.map(({ x }) => x)),
    right: Math.max(...line.map(({ x, width }) => x + width)),
    top: Math.min(...line.map(({ y }) => y)),
    bottom: Math.max(...line.map(({ y, height }) => y + height)),
  }
}

/** Right below, as high, and beginning where the line above begins, on either side. */
function goesOn(above: Box, { left, right, top, bottom }: Box): boolean {
  const height = above.bottom - above.top
  const isAsHigh = bottom - top > 0.5 * height && bottom - top < 1.5 * height
  const isBelow = top > above.top + 0.5 * height && top - above.bottom < 1.2 * height
  return isAsHigh && isBelow && Math.min(Math.abs(left - above.left), Math.abs(right - above.right)) < height
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

function looksLikeImage(words: readonly RecognisedWord[]): boolean {
  const { confidence, characters } = qualityOf(words)
  if (characters === 0 || confidence >= 75) return false
  const sure = words.filter(
    word => word.confidence >= sureWord && /\p{L}{2,}|\p{N}{2,}|\p{Lo}/u.test(word.text),
  )
  const share = sure.reduce((sum, { text }) => sum + text.length, 0) / characters
  return confidence < leastPage || share < leastSureShare
}
