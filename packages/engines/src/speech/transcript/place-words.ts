/** Gives every word its time in the film: from its time in a window, or from that of its segment and from when somebody speaks in it. */
import type { TranscriptSegment } from '@filesmith/contract/schemas/transcript'
import { toFrame, toSeconds } from '../activity/levels.ts'
import type { Piece } from '../activity/plan-windows.ts'
import { weightOf } from '../whisper/align-words.ts'

export interface PlacedWord {
  /** As written, with the space before it where there is one. */
  readonly text: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface PlacedSegment {
  readonly words: readonly PlacedWord[]
}

/** From times in a window to those in the film. */
export function placeSegments(
  segments: readonly PlacedSegment[],
  pieces: readonly Piece[],
): readonly PlacedSegment[] {
  return segments.map(({ words }) => ({
    words: words.map(({ text, startSeconds, endSeconds }) => {
      const start = toVideo(startSeconds, pieces, 'start')
      return { text, startSeconds: start, endSeconds: Math.max(start, toVideo(endSeconds, pieces, 'end')) }
    }),
  }))
}

/** Written without spaces between words: every sign is a word. */
const wordsOfText =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}][\p{P}\p{M}]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/gu

/** A text that has only a beginning and an end. */
export function placeText(
  text: string,
  startSeconds: number,
  endSeconds: number,
  isActive: Uint8Array,
): readonly PlacedWord[] {
  const words = (text.match(wordsOfText) ?? []).map(word => ({ text: word }))
  return spread(words, startSeconds, endSeconds, isActive)
}

/** From the time in the window to that in the film; a border between two pieces is the end of one or the start of the other. */
export function toVideo(seconds: number, pieces: readonly Piece[], side: 'start' | 'end'): number {
  let passed = 0
  for (const [index, { startSeconds, endSeconds }] of pieces.entries()) {
    const length = endSeconds - startSeconds
    const isInside = side === 'start' ? seconds < passed + length - 0.02 : seconds <= passed + length + 0.02
    if (isInside || index === pieces.length - 1)
      return Math.min(endSeconds, startSeconds + Math.max(0, seconds - passed))
    passed += length
  }
  return seconds
}

/** Words share the time in which somebody speaks by their length. */
function spread(
  words: readonly { readonly text: string }[],
  start: number,
  end: number,
  isActive: Uint8Array,
): readonly PlacedWord[] {
  const from = toFrame(start)
  const until = Math.max(from + 1, toFrame(end))
  const weights = words.map(({ text }) => weightOf(text))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const spoken = Array.from({ length: until - from }, (_, i) => (isActive[from + i] === 1 ? 1 : 0.1))
  const spokenWhole = spoken.reduce((sum, weight) => sum + weight, 0)

  let frame = 0
  let passed = 0
  const frameAt = (share: number) => {
    while (frame < spoken.length && passed + (spoken[frame] ?? 0) <= share * spokenWhole + 1e-9) {
      passed += spoken[frame] ?? 0
      frame += 1
    }
    return Math.min(end, Math.max(start, toSeconds(from + frame)))
  }
  let sum = 0
  let wordStart = start
  return words.map(({ text }, index) => {
    sum += weights[index] ?? 0
    const wordEnd = index === words.length - 1 ? end : frameAt(sum / whole)
    const word = { text, startSeconds: wordStart, endSeconds: wordEnd }
    wordStart = wordEnd
    return word
  })
}

export function toTranscriptSegment({ words }: PlacedSegment): TranscriptSegment {
  const hundredths = (seconds: number) => Math.round(seconds * 100) / 100
  return {
    startSeconds: hundredths(words[0]?.startSeconds ?? 0),
    endSeconds: hundredths(words.at(-1)?.endSeconds ?? 0),
    text: words
      .map(({ text }) => text)
      .join('')
      .trim(),
    words: words.map(({ text, startSeconds, endSeconds }) => ({
      text: text.trim(),
      startSeconds: hundredths(startSeconds),
      endSeconds: hundredths(endSeconds),
    })),
  }
}
