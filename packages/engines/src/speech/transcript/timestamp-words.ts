/** Assigns video timestamps to words: from window times, or by distributing a segment's words over its voice activity. */
import type { TranscriptSegment } from '@filesmith/contract/schemas/transcript'
import { toFrame, toSeconds } from '../vad/frame-levels.ts'
import type { AudioRange } from '../vad/speech-windows.ts'
import { weightOf } from '../whisper/align-words.ts'

export interface TimestampedWord {
  /** As written, including a leading space. */
  readonly text: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface TimestampedSegment {
  readonly words: readonly TimestampedWord[]
}

/** Maps window times to video times. */
export function timestampSegments(
  segments: readonly TimestampedSegment[],
  ranges: readonly AudioRange[],
): readonly TimestampedSegment[] {
  return segments.map(({ words }) => ({
    words: words.map(({ text, startSeconds, endSeconds }) => {
      const start = toVideoSeconds(startSeconds, ranges, 'start')
      return {
        text,
        startSeconds: start,
        endSeconds: Math.max(start, toVideoSeconds(endSeconds, ranges, 'end')),
      }
    }),
  }))
}

/** A sentence directly followed by the next one; abbreviations have fewer small letters before the period. */
const missingSpace = /(?=\p{Lu})(?<=\p{Ll}{2}[.!?]+["'”’»)]*)/gu

/** In scripts without spaces, each character counts as a word. */
const wordsOfText =
  /(?<!\s)\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}][\p{P}\p{M}]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/gu

/** Text with only a start and end time. */
export function timestampText(
  text: string,
  startSeconds: number,
  endSeconds: number,
  isActive: Uint8Array,
): readonly TimestampedWord[] {
  const words = (text.replace(missingSpace, ' ').match(wordsOfText) ?? []).map(word => ({ text: word }))
  return distributeWords(words, startSeconds, endSeconds, isActive)
}

/** Maps window time to video time; `side` decides at a boundary between two ranges. */
export function toVideoSeconds(
  seconds: number,
  ranges: readonly AudioRange[],
  side: 'start' | 'end',
): number {
  let passed = 0
  for (const [index, { startSeconds, endSeconds }] of ranges.entries()) {
    const length = endSeconds - startSeconds
    const isInside = side === 'start' ? seconds < passed + length - 0.02 : seconds <= passed + length + 0.02
    if (isInside || index === ranges.length - 1)
      return Math.min(endSeconds, startSeconds + Math.max(0, seconds - passed))
    passed += length
  }
  return seconds
}

/** Distributes words over active frames by their length. */
function distributeWords(
  words: readonly { readonly text: string }[],
  start: number,
  end: number,
  isActive: Uint8Array,
): readonly TimestampedWord[] {
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

export function toTranscriptSegment({ words }: TimestampedSegment): TranscriptSegment {
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
