/** Converts OCR words to layout words: in points, with a shared baseline and a font size estimated from letter heights. */

import type { RecognizedWord } from '../page-layout/page-content.ts'
import type { TesseractWord as WordInPixels } from '../tesseract/parse-words.ts'

/** Below this, a word is more likely a speck. */
const minConfidence = 30

const descenders = /[gjpqyQ,;()[\]{}|ÇçğşŞруфцщдξρφχψ]/
const ascenders = /[\p{Lu}\p{Nd}bdfhklt()[\]{}|ßáàâäéèêíìîóòôöúùûüñбйёβδθλ!?'"/]/u
/** Scripts whose letters fill the line height. */
const fullHeight =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}]/u
const middleHeight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Height of a word box as a share of the font size, by its letters. */
function boxShare(text: string): number {
  if (fullHeight.test(text)) return 0.88
  if (middleHeight.test(text)) return 0.72
  const [hasAscender, hasDescender] = [ascenders.test(text), descenders.test(text)]
  if (hasAscender && hasDescender) return 0.9
  return hasAscender || hasDescender ? 0.69 : 0.47
}

export interface WordInPoints extends RecognizedWord {
  readonly confidence: number
  readonly line: string
}

export function wordsInPoints(
  words: readonly WordInPixels[],
  pointsPerPixel: number,
  minimum = minConfidence,
): WordInPoints[] {
  const lines = Map.groupBy(
    words.filter(({ confidence }) => confidence >= minimum),
    ({ line }) => line,
  )
  return [...lines.values()].flatMap(line => {
    const measured = withoutTallBoxes(line)
    const size = median(measured.map(sizeOf))
    const withoutDescenders = measured.filter(({ text }) => !descenders.test(text))
    const baseline =
      withoutDescenders.length > 0
        ? median(withoutDescenders.map(({ y, height }) => y + height))
        : median(measured.map(({ y, height }) => y + height)) - size * 0.21
    return line.map(({ text, x, y, width, height, confidence, line: key, block, isGlued }) => ({
      text,
      confidence,
      line: key,
      ...(block !== undefined && { block }),
      ...(isGlued && { isGlued }),
      left: x * pointsPerPixel,
      right: (x + width) * pointsPerPixel,
      top: y * pointsPerPixel,
      bottom: (y + height) * pointsPerPixel,
      baseline: baseline * pointsPerPixel,
      size: roundToHalf(size * pointsPerPixel),
    }))
  })
}

function sizeOf({ text, height }: WordInPixels): number {
  return height / boxShare(text)
}

const minMeasured = 4
/** Relative to the lower quartile of the line. */
const maxSize = 1.35

/** Tesseract reports the whole height between the lines as the box of a word that it could not separate into letters. */
function withoutTallBoxes(line: readonly WordInPixels[]): readonly WordInPixels[] {
  const sizes = line.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(sizeOf)
  const lower = sizes.toSorted((a, b) => a - b)[sizes.length >> 2]
  if (lower === undefined || sizes.length < minMeasured) return line
  return line.filter(word => sizeOf(word) <= maxSize * lower)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Measured sizes vary slightly between lines; rounding keeps them one style. */
function roundToHalf(size: number): number {
  return Math.max(4, Math.round(size * 2) / 2)
}
