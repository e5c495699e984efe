/** Gives every word its time in the film: from the times of its segment, and from when somebody really speaks in it. */
import type { TranscriptSegment } from '@filesmith/contract/schemas/transcript'
import { toFrame, toSeconds } from '../activity/levels.ts'
import type { Piece } from '../activity/plan-windows.ts'
import type { HeardSegment } from '../whisper/read-segments.ts'
import { snapToPause } from './snap-to-pause.ts'
import { splitAtPauses } from './split-at-pauses.ts'

export interface PlacedWord {
  /** As written, with the space before it where there is one. */
  readonly text: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface PlacedSegment {
  readonly words: readonly PlacedWord[]
}

export function placeSegments(
  segments: readonly HeardSegment[],
  pieces: readonly Piece[],
  isActive: Uint8Array,
): readonly PlacedSegment[] {
  let earliest = 0
  return segments.flatMap(segment => {
    const told = {
      start: Math.max(earliest, toFilm(segment.startSeconds, pieces, 'start')),
      end: Math.max(earliest, toFilm(segment.endSeconds, pieces, 'end')),
    }
    const snapped = {
      start: Math.max(earliest, snapToPause(told.start, isActive, 'start')),
      end: snapToPause(told.end, isActive, 'end'),
    }
    const { start, end } = snapped.end > snapped.start ? snapped : told
    earliest = end
    return splitAtPauses(spread(segment.words, start, end, isActive), isActive).map(words => ({ words }))
  })
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
export function toFilm(seconds: number, pieces: readonly Piece[], side: 'start' | 'end'): number {
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

const letters = /[\p{L}\p{N}]/gu
const longSound = /[\p{Script=Han}\p{Script=Hangul}\p{N}]/gu

/** About the time a word takes: letters, and signs that are syllables twice. */
function weightOf(text: string): number {
  return 1 + (text.match(letters)?.length ?? 0) + (text.match(longSound)?.length ?? 0)
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
