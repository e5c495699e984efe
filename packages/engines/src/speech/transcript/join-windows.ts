/** Merges overlapping windows without losing or duplicating words. */
import type { TimestampedSegment, TimestampedWord } from './timestamp-words.ts'

interface Word extends TimestampedWord {
  /** Index of its segment, which preserves sentence boundaries. */
  readonly segment: number
}

/** Accuracy of word timestamps. */
const slackSeconds = 1.5

/** The windows overlap from `overlapStart` to `overlapEnd`. */
export function joinWindows(
  before: readonly TimestampedSegment[],
  after: readonly TimestampedSegment[],
  overlapStart: number,
  overlapEnd: number,
): readonly TimestampedSegment[] {
  const first = wordsOf(before, 0)
  const second = wordsOf(after, before.length)
  const tailFrom = first.findIndex(word => middle(word) > overlapStart - slackSeconds)
  const tail = tailFrom < 0 ? [] : first.slice(tailFrom)
  const headUntil = second.findIndex(word => middle(word) > overlapEnd + slackSeconds)
  const head = headUntil < 0 ? second : second.slice(0, headUntil)
  const kept = first.slice(0, first.length - tail.length)
  const rest = second.slice(head.length)

  const seam = bestSeam(tail, head, (overlapStart + overlapEnd) / 2)
  const [fromFirst, fromSecond] =
    seam === undefined
      ? byTime(tail, head, (overlapStart + overlapEnd) / 2)
      : [tail.slice(0, seam.first), head.slice(seam.second)]
  return toSegments(inOrder([...kept, ...fromFirst, ...fromSecond, ...rest]))
}

interface Seam {
  readonly first: number
  readonly second: number
}

/** The middle of the longest run of matching words. */
function bestSeam(tail: readonly Word[], head: readonly Word[], middleSeconds: number): Seam | undefined {
  let best: (Seam & { readonly run: number; readonly distance: number }) | undefined
  for (let a = 0; a < tail.length; a += 1) {
    for (let b = 0; b < head.length; b += 1) {
      let run = 0
      while (isSameWord(tail[a + run], head[b + run])) run += 1
      if (run === 0) continue
      const half = Math.ceil(run / 2)
      const word = tail[a + half - 1] as Word
      const distance = Math.abs(middle(word) - middleSeconds)
      const isApart = Math.abs(middle(word) - middle(head[b + half - 1] as Word)) > 2 * slackSeconds
      const isBetter = best === undefined || run > best.run || (run === best.run && distance < best.distance)
      if (!isApart && isBetter) best = { first: a + half, second: b + half, run, distance }
    }
  }
  return best
}

function byTime(
  tail: readonly Word[],
  head: readonly Word[],
  seconds: number,
): [readonly Word[], readonly Word[]] {
  return [tail.filter(word => middle(word) <= seconds), head.filter(word => middle(word) > seconds)]
}

function isSameWord(a: Word | undefined, b: Word | undefined): boolean {
  return a !== undefined && b !== undefined && plain(a.text) === plain(b.text) && plain(a.text) !== ''
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function middle({ startSeconds, endSeconds }: TimestampedWord): number {
  return (startSeconds + endSeconds) / 2
}

/** Makes timestamps monotonic: two windows may report slightly different times for the same word. */
function inOrder(words: readonly Word[]): readonly Word[] {
  let earliest = 0
  return words.map(word => {
    const startSeconds = Math.max(earliest, word.startSeconds)
    const endSeconds = Math.max(startSeconds, word.endSeconds)
    earliest = endSeconds
    return { ...word, startSeconds, endSeconds }
  })
}

function wordsOf(segments: readonly TimestampedSegment[], firstSegment: number): Word[] {
  return segments.flatMap(({ words }, index) =>
    words.map(word => ({ ...word, segment: firstSegment + index })),
  )
}

/** Regroups words into segments by their original segment index. */
function toSegments(words: readonly Word[]): readonly TimestampedSegment[] {
  const segments: { segment: number; words: TimestampedWord[] }[] = []
  for (const { segment, ...word } of words) {
    const last = segments.at(-1)
    if (last?.segment === segment) last.words.push(word)
    else segments.push({ segment, words: [word] })
  }
  return segments
}
