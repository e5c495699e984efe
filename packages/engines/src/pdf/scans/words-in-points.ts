/** Recognised words as layout takes them: in points, on a common baseline, with the size their letters tell. */
import type { RecognisedWord as WordInPixels } from '../../tesseract/parse-words.ts'
import type { RecognisedWord } from '../layout/page-content.ts'

/** What is read with less is more often dust than a word. */
const leastConfidence = 30

const descenders = /[gjpqyQ,;()[\]{}|ÇçğşŞ]/
const ascenders = /[A-Z0-9bdfhklt()[\]{}|ÀÁÂÄÈÉÊÖÜßáàâäéèêíìîóòôöúùûüñ!?'"/]/

/** Share of the font's size that the box of a word has, by the letters in it. */
function boxShare(text: string): number {
  const [hasAscender, hasDescender] = [ascenders.test(text), descenders.test(text)]
  if (hasAscender && hasDescender) return 0.9
  return hasAscender || hasDescender ? 0.69 : 0.47
}

export function wordsInPoints(words: readonly WordInPixels[], pointsPerPixel: number): RecognisedWord[] {
  const lines = Map.groupBy(
    words.filter(({ confidence }) => confidence >= leastConfidence),
    ({ line }) => line,
  )
  return [...lines.values()].flatMap(line => {
    const size = median(line.map(({ text, height }) => height / boxShare(text)))
    const standing = line.filter(({ text }) => !descenders.test(text))
    const baseline =
      standing.length > 0
        ? median(standing.map(({ y, height }) => y + height))
        : median(line.map(({ y, height }) => y + height)) - size * 0.21
    return line.map(({ text, x, y, width, height }) => ({
      text,
      left: x * pointsPerPixel,
      right: (x + width) * pointsPerPixel,
      top: y * pointsPerPixel,
      bottom: (y + height) * pointsPerPixel,
      baseline: baseline * pointsPerPixel,
      size: roundToHalf(size * pointsPerPixel),
    }))
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Lines of one text differ by a hair when they are measured; as sizes they would be different styles. */
function roundToHalf(size: number): number {
  return Math.max(4, Math.round(size * 2) / 2)
}
