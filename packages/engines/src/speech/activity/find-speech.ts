/** Finds where a film may be speaking: it is loud enough, compared with what is around, and not just a noise or a tone. */
import { type Levels, liveliness, toFrame } from './levels.ts'

/** In frames, the end not included. */
export interface Stretch {
  readonly from: number
  readonly until: number
}

export interface Activity {
  readonly stretches: readonly Stretch[]
  /** For every frame. */
  readonly isActive: Uint8Array
}

/** Background changes slowly: what it is now is judged from this much around. */
const surroundings = toFrame(30)
const aboveBackgroundDb = 9
/** So far below the loudest moments words are no longer understood. */
const belowLoudDb = 14
const belowLoudestDb = 38
const neverSpeechDb = -72
const quietSpeechDb = -55

const shortestGap = toFrame(0.3)
const shortestStretch = toFrame(0.08)
/** The model hears the first and the last word better with some of the room around them. */
const room = toFrame(0.5)

/** Measured: noise and standing tones stay below 2.5, speech over loud noise above 4. */
const leastLiveliness = 3
const judgedFrom = toFrame(1)

export function findSpeech(levels: Levels): Activity {
  const isActive = new Uint8Array(levels.frames)
  const loudest = percentile(histogram(levels, 0, levels.frames), 0.99)
  const lowest = Math.max(neverSpeechDb, Math.min(quietSpeechDb, loudest - belowLoudestDb))
  for (let from = 0; from < levels.frames; from += toFrame(1)) {
    const around = histogram(levels, from - surroundings, from + surroundings)
    const background = percentile(around, 0.05)
    const threshold = Math.max(
      lowest,
      Math.min(background + aboveBackgroundDb, percentile(around, 0.95) - belowLoudDb),
    )
    const until = Math.min(levels.frames, from + toFrame(1))
    for (let frame = from; frame < until; frame += 1) isActive[frame] = levels.of(frame) > threshold ? 1 : 0
  }
  const raw = closeGaps(stretchesOf(isActive)).filter(({ from, until }) => until - from >= shortestStretch)
  const lively = raw.filter(stretch => isLively(levels, stretch))
  return { stretches: closeGaps(lively.map(stretch => widen(stretch, levels.frames))), isActive }
}

function isLively(levels: Levels, { from, until }: Stretch): boolean {
  return until - from < judgedFrom || liveliness(levels, from, until) >= leastLiveliness
}

function stretchesOf(isActive: Uint8Array): Stretch[] {
  const stretches: Stretch[] = []
  let from = -1
  for (let frame = 0; frame <= isActive.length; frame += 1) {
    if (isActive[frame] === 1 && from < 0) from = frame
    if (isActive[frame] !== 1 && from >= 0) {
      stretches.push({ from, until: frame })
      from = -1
    }
  }
  return stretches
}

function closeGaps(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last !== undefined && stretch.from - last.until < shortestGap)
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, stretch.until) }
    else joined.push(stretch)
  }
  return joined
}

function widen({ from, until }: Stretch, frames: number): Stretch {
  return { from: Math.max(0, from - room), until: Math.min(frames, until + room) }
}

const decibels = 121

function histogram(levels: Levels, from: number, until: number): Uint32Array {
  const counts = new Uint32Array(decibels)
  const last = Math.min(levels.frames, until)
  for (let frame = Math.max(0, from); frame < last; frame += 1) {
    const index = -levels.of(frame)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** The level that this share of the frames stays below. */
function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = share * total
  for (let index = decibels - 1; index >= 0; index -= 1) {
    left -= counts[index] ?? 0
    if (left <= 0) return -index
  }
  return 0
}
