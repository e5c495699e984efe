/** Cuts the words of a window into segments: sentences, or what else can be read at a glance. */
import type { TokenRange } from './read-words.ts'
import type { TimedWord } from './time-words.ts'

export interface HeardSegment {
  readonly words: readonly TimedWord[]
  readonly tokens: TokenRange
}

/** Nobody pauses so long inside a sentence. */
const longPauseSeconds = 1.5
const shortPauseSeconds = 0.25
/** A sentence that takes longer is cut in two. */
const longestSeconds = 10
const longestCharacters = 120
const stop = /[.!?。！？…][\p{Pe}\p{Pf}"']*$/u
const mark = /[\p{P}][\p{Pe}\p{Pf}"']*$/u

export function cutSegments(words: readonly TimedWord[]): readonly HeardSegment[] {
  const sentences: TimedWord[][] = [[]]
  for (const [index, word] of words.entries()) {
    sentences.at(-1)?.push(word)
    const next = words[index + 1]
    if (next !== undefined && isEnd(word, next)) sentences.push([])
  }
  return sentences.flatMap(cutLong).map(sentence => ({
    words: sentence,
    tokens: { from: sentence[0]?.tokens.from ?? 0, until: sentence.at(-1)?.tokens.until ?? 0 },
  }))
}

/** A full stop may stand inside a sentence, behind "Mr" or a number; the model knows. */
function isEnd(word: TimedWord, next: TimedWord): boolean {
  const pauseSeconds = pauseBetween(word, next)
  const isBreak = mark.test(word.text) || pauseSeconds >= shortPauseSeconds
  return pauseSeconds >= longPauseSeconds || (word.isClosing && isBreak)
}

function cutLong(words: TimedWord[]): TimedWord[][] {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return []
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const isLong = last.endSeconds - first.startSeconds > longestSeconds || characters > longestCharacters
  if (!isLong || words.length === 1) return [words]
  const cut = bestCut(words)
  return [...cutLong(words.slice(0, cut)), ...cutLong(words.slice(cut))]
}

/** Behind a mark or a pause, and rather near the middle. */
function bestCut(words: readonly TimedWord[]): number {
  let best = { cut: 1, score: Number.NEGATIVE_INFINITY }
  for (let cut = 1; cut < words.length; cut += 1) {
    const [word, next] = [words[cut - 1] as TimedWord, words[cut] as TimedWord]
    const marks = stop.test(word.text) ? 2 : mark.test(word.text) ? 1 : 0
    const signs = marks + (word.isClosing ? 1 : 0) + Math.min(1, 2 * pauseBetween(word, next))
    const score = signs - 4 * Math.abs(cut / words.length - 0.5)
    if (score > best.score) best = { cut, score }
  }
  return best.cut
}

function pauseBetween(word: TimedWord, next: TimedWord): number {
  return next.startSeconds - word.endSeconds
}
