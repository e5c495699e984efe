/** Detects speech that the model skipped: active audio without words, or implausibly long words. */
import { weightOf } from './align-words.ts'
import type { TimedWord } from './time-words.ts'

const framesPerSecond = 50
/** Longer speech must contain words. */
const maxSkippedSeconds = 2
const baseWordSeconds = 1
const maxPaceFactor = 3

export function hasSkippedSpeech(words: readonly TimedWord[], isActive: Uint8Array): boolean {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return false
  const spoken = (from: number, until: number) => {
    const frames = isActive.subarray(Math.round(from * framesPerSecond), Math.round(until * framesPerSecond))
    return frames.reduce((sum, active) => sum + active, 0) / framesPerSecond
  }
  if (spoken(0, first.startSeconds) > maxSkippedSeconds) return true
  if (spoken(last.endSeconds, isActive.length / framesPerSecond) > maxSkippedSeconds) return true
  const lengths = words.map(word => ({
    seconds: spoken(word.startSeconds, word.endSeconds),
    weight: weightOf(word.text),
  }))
  const paces = lengths.map(({ seconds, weight }) => seconds / weight).toSorted((a, b) => a - b)
  const medianPace = paces[Math.floor(paces.length / 2)] ?? 0
  return lengths.some(
    ({ seconds, weight }) => seconds > baseWordSeconds + maxPaceFactor * medianPace * weight,
  )
}
