/** Joins what two windows heard of the same moments, so that no word is lost and none stands twice. */
import type { PlacedSegment, PlacedWord } from './place-words.ts'

interface Word extends PlacedWord {
  /** The segment it came from: where sentences end is kept. */
  readonly segment: number
}

/** Times of words are good to about this. */
const slackSeconds = 1.5

/** `overlapStart` to `overlapEnd` was heard twice. */
export function joinWindows(
  before: readonly PlacedSegment[],
  after: readonly PlacedSegment[],
  overlapStart: number,
  overlapEnd: number,
): readonly PlacedSegment[] {
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

/** The longest run of words that both heard; the seam goes through its middle. */
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

function middle({ startSeconds, endSeconds }: PlacedWord): number {
  return (startSeconds + endSeconds) / 2
}

/** Two windows may see the same word at slightly different times; time never runs backwards in a film. */
function inOrder(words: readonly Word[]): readonly Word[] {
  let earliest = 0
  return words.map(word => {
    const startSeconds = Math.max(earliest, word.startSeconds)
    const endSeconds = Math.max(startSeconds, word.endSeconds)
    earliest = endSeconds
    return { ...word, startSeconds, endSeconds }
  })
}

function wordsOf(segments: readonly PlacedSegment[], firstSegment: number): Word[] {
  return segments.flatMap(({ words }, index) =>
    words.map(word => ({ ...word, segment: firstSegment + index })),
  )
}

/** A sentence that began in one window and ends in the other is one sentence. */
function toSegments(words: readonly Word[]): readonly PlacedSegment[] {
  const segments: { segment: number; words: PlacedWord[] }[] = []
  for (const { segment, ...word } of words) {
    const last = segments.at(-1)
    if (last?.segment === segment) last.words.push(word)
    else segments.push({ segment, words: [word] })
  }
  return segments
}
