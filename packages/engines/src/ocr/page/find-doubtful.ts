/** Finds words that Tesseract was not sure of, each run of them with enough of its line around that another look finds it again. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { Rectangle } from './find-left-over.ts'

export interface DoubtfulPassage {
  /** Neighbours on one line, in the order they are read. */
  readonly words: readonly RecognisedWord[]
  readonly runs: readonly DoubtfulRun[]
  readonly place: Rectangle
}

/** Doubtful words that stand side by side. */
export interface DoubtfulRun {
  readonly first: number
  readonly end: number
}

/** Words below this are wrong now and then, in every script; above it hardly ever. */
const sureConfidence = 80
/** A sign alone, such as the bullet of a list, is read differently at every size. */
const hasLetters = /[\p{L}\p{N}]/u
/** The least sure ones: where more are doubtful, it is the picture that is poor, and looking again would take long. */
const mostDoubtful = 40
/** Letters on either side that show where in the line one is. */
const contextLetters = 6

export function findDoubtful(words: readonly RecognisedWord[]): DoubtfulPassage[] {
  const doubtful = new Set(
    words
      .filter(({ text, confidence }) => confidence < sureConfidence && hasLetters.test(text))
      .toSorted((one, other) => one.confidence - other.confidence)
      .slice(0, mostDoubtful),
  )
  if (doubtful.size === 0) return []
  return [...Map.groupBy(words, ({ line }) => line).values()].flatMap(line =>
    stretchesOf(line, doubtful).map(([from, to]) => {
      const stretch = line.slice(from, to)
      return { words: stretch, runs: runsOf(stretch, doubtful), place: placeOf(stretch, line) }
    }),
  )
}

/** Those that would meet are one. */
function stretchesOf(line: readonly RecognisedWord[], doubtful: ReadonlySet<RecognisedWord>) {
  const stretches: [from: number, to: number][] = []
  for (const [at, word] of line.entries()) {
    if (!doubtful.has(word)) continue
    const from = at - wordsWith(line.slice(0, at).reverse(), contextLetters)
    const to = at + 1 + wordsWith(line.slice(at + 1), contextLetters)
    const last = stretches.at(-1)
    if (last && from <= last[1]) last[1] = to
    else stretches.push([from, to])
  }
  return stretches
}

function wordsWith(words: readonly RecognisedWord[], letters: number): number {
  let [count, sum] = [0, 0]
  while (count < words.length && sum < letters) {
    sum += words[count]?.text.length ?? 0
    count += 1
  }
  return count
}

function runsOf(words: readonly RecognisedWord[], doubtful: ReadonlySet<RecognisedWord>): DoubtfulRun[] {
  const runs: { first: number; end: number }[] = []
  for (const [at, word] of words.entries()) {
    if (!doubtful.has(word)) continue
    const last = runs.at(-1)
    if (last?.end === at) last.end = at + 1
    else runs.push({ first: at, end: at + 1 })
  }
  return runs
}

/** With the white around it at the ends of a line; elsewhere neighbours would be cut in. */
function placeOf(words: readonly RecognisedWord[], line: readonly RecognisedWord[]): Rectangle {
  const [box, all] = [boxOf(words), boxOf(line)]
  const height = all.bottom - all.top
  const roomAt = (isEnd: boolean) => (isEnd ? 0.4 : 0.08) * height
  return {
    left: box.left - roomAt(box.left === all.left),
    right: box.right + roomAt(box.right === all.right),
    top: box.top - 0.15 * height,
    bottom: box.bottom + 0.15 * height,
  }
}

function boxOf(words: readonly RecognisedWord[]): Rectangle {
  return {
    left: Math.min(...words.map(({ x }) => x)),
    right: Math.max(...words.map(({ x, width }) => x + width)),
    top: Math.min(...words.map(({ y }) => y)),
    bottom: Math.max(...words.map(({ y, height }) => y + height)),
  }
}
