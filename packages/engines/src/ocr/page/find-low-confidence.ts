/** Finds low-confidence words, with enough of their line as context to locate them again in another OCR pass. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { Rectangle } from './find-missed-text.ts'

export interface LowConfidencePassage {
  /** Adjacent words of one line, in reading order. */
  readonly words: readonly TesseractWord[]
  readonly runs: readonly LowConfidenceRun[]
  readonly region: Rectangle
}

/** Adjacent low-confidence words: indexes into the passage, end exclusive. */
export interface LowConfidenceRun {
  readonly first: number
  readonly end: number
}

/** Measured over all scripts: words below this are sometimes wrong, words above it hardly ever. */
const minConfidence = 80
/** A lone symbol, such as a list bullet, is recognized differently at every scale. */
const hasLetters = /[\p{L}\p{N}]/u
/** Only the lowest: if more words are uncertain, the image is poor and further passes would take too long. */
const maxWords = 40
/** Context letters on each side that locate the passage within the line. */
const contextLetters = 6

export function findLowConfidence(words: readonly TesseractWord[]): LowConfidencePassage[] {
  const lowConfidence = new Set(
    words
      .filter(({ text, confidence }) => confidence < minConfidence && hasLetters.test(text))
      .toSorted((one, other) => one.confidence - other.confidence)
      .slice(0, maxWords),
  )
  if (lowConfidence.size === 0) return []
  return [...Map.groupBy(words, ({ line }) => line).values()].flatMap(line =>
    passagesOf(line, lowConfidence).map(([from, to]) => {
      const passage = line.slice(from, to)
      return { words: passage, runs: runsOf(passage, lowConfidence), region: placeOf(passage, line) }
    }),
  )
}

/** Index ranges; overlapping ones are merged. */
function passagesOf(line: readonly TesseractWord[], lowConfidence: ReadonlySet<TesseractWord>) {
  const passages: [from: number, to: number][] = []
  for (const [at, word] of line.entries()) {
    if (!lowConfidence.has(word)) continue
    const from = at - wordsWith(line.slice(0, at).reverse(), contextLetters)
    const to = at + 1 + wordsWith(line.slice(at + 1), contextLetters)
    const last = passages.at(-1)
    if (last && from <= last[1]) last[1] = to
    else passages.push([from, to])
  }
  return passages
}

function wordsWith(words: readonly TesseractWord[], letters: number): number {
  let [count, sum] = [0, 0]
  while (count < words.length && sum < letters) {
    sum += words[count]?.text.length ?? 0
    count += 1
  }
  return count
}

function runsOf(
  words: readonly TesseractWord[],
  lowConfidence: ReadonlySet<TesseractWord>,
): LowConfidenceRun[] {
  const runs: { first: number; end: number }[] = []
  for (const [at, word] of words.entries()) {
    if (!lowConfidence.has(word)) continue
    const last = runs.at(-1)
    if (last?.end === at) last.end = at + 1
    else runs.push({ first: at, end: at + 1 })
  }
  return runs
}

/** Includes the margin at the ends of a line; elsewhere that would cut into neighboring words. */
function placeOf(words: readonly TesseractWord[], line: readonly TesseractWord[]): Rectangle {
  const [box, all] = [boxOf(words), boxOf(line)]
  const height = all.bottom - all.top
  const marginAt = (isEnd: boolean) => (isEnd ? 0.4 : 0.08) * height
  return {
    left: box.left - marginAt(box.left === all.left),
    right: box.right + marginAt(box.right === all.right),
    top: box.top - 0.15 * height,
    bottom: box.bottom + 0.15 * height,
  }
}

function boxOf(words: readonly TesseractWord[]): Rectangle {
  return {
    left: Math.min(...words.map(({ x }) => x)),
    right: Math.max(...words.map(({ x, width }) => x + width)),
    top: Math.min(...words.map(({ y }) => y)),
    bottom: Math.max(...words.map(({ y, height }) => y + height)),
  }
}
