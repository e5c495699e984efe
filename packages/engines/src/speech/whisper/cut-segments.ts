/** Splits the words of a window into segments of at most subtitle length, preferably sentences. */
import type { TokenRange } from './split-words.ts'
import type { TimedWord } from './time-words.ts'

export interface WindowSegment {
  readonly words: readonly TimedWord[]
  readonly tokens: TokenRange
}

/** A pause this long always ends a sentence. */
const longPauseSeconds = 1.5
const shortPauseSeconds = 0.25
/** Longer sentences are split. */
const maxSeconds = 10
const maxCharacters = 120
const stop = /[.!?。！？…][\p{Pe}\p{Pf}"']*$/u
const mark = /\p{P}$/u

export function cutSegments(words: readonly TimedWord[]): readonly WindowSegment[] {
  const sentences: TimedWord[][] = [[]]
  for (const [index, word] of words.entries()) {
    sentences.at(-1)?.push(word)
    const next = words[index + 1]
    if (next !== undefined && isEnd(word, next)) sentences.push([])
  }
  return sentences.flatMap(splitLong).map(sentence => ({
    words: sentence,
    tokens: { from: sentence[0]?.tokens.from ?? 0, until: sentence.at(-1)?.tokens.until ?? 0 },
  }))
}

/** A period may be part of an abbreviation or number, so the model has to confirm the end. */
function isEnd(word: TimedWord, next: TimedWord): boolean {
  const pauseSeconds = pauseBetween(word, next)
  const isBreak = mark.test(word.text) || pauseSeconds >= shortPauseSeconds
  return pauseSeconds >= longPauseSeconds || (word.endsSegment && isBreak)
}

function splitLong(words: TimedWord[]): TimedWord[][] {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return []
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const isLong = last.endSeconds - first.startSeconds > maxSeconds || characters > maxCharacters
  if (!isLong || words.length === 1) return [words]
  const cut = bestCut(words)
  return [...splitLong(words.slice(0, cut)), ...splitLong(words.slice(cut))]
}

/** After punctuation or a pause, and close to the middle. */
function bestCut(words: readonly TimedWord[]): number {
  let best = { cut: 1, score: Number.NEGATIVE_INFINITY }
  for (let cut = 1; cut < words.length; cut += 1) {
    const [word, next] = [words[cut - 1] as TimedWord, words[cut] as TimedWord]
    const marks = stop.test(word.text) ? 2 : mark.test(word.text) ? 1 : 0
    const cues = marks + (word.endsSegment ? 1 : 0) + Math.min(1, 2 * pauseBetween(word, next))
    const score = cues - 4 * Math.abs(cut / words.length - 0.5)
    if (score > best.score) best = { cut, score }
  }
  return best.cut
}

function pauseBetween(word: TimedWord, next: TimedWord): number {
  return next.startSeconds - word.endSeconds
}
