/** Tells whether a model passed over something that was said: speech without words, or a word that takes far too long. */
import { weightOf } from './align-words.ts'
import type { TimedWord } from './time-words.ts'

const framesPerSecond = 50
/** So much speech belongs to some word. */
const speechSeconds = 2
const stretchedSeconds = 1
const stretchedTimes = 3

export function hasPassedOver(words: readonly TimedWord[], isActive: Uint8Array): boolean {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return false
  const spoken = (from: number, until: number) => {
    const frames = isActive.subarray(Math.round(from * framesPerSecond), Math.round(until * framesPerSecond))
    return frames.reduce((sum, active) => sum + active, 0) / framesPerSecond
  }
  if (spoken(0, first.startSeconds) > speechSeconds) return true
  if (spoken(last.endSeconds, isActive.length / framesPerSecond) > speechSeconds) return true
  const lengths = words.map(word => ({
    seconds: spoken(word.startSeconds, word.endSeconds),
    weight: weightOf(word.text),
  }))
  const paces = lengths.map(({ seconds, weight }) => seconds / weight).toSorted((a, b) => a - b)
  const usualPace = paces[Math.floor(paces.length / 2)] ?? 0
  return lengths.some(
    ({ seconds, weight }) => seconds > stretchedSeconds + stretchedTimes * usualPace * weight,
  )
}
