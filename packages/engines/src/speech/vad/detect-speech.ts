/** Voice activity detection (VAD): finds intervals that are loud compared to the background and neither noise nor a sustained tone. */
import { type FrameLevels, levelVariation, toFrame } from './frame-levels.ts'

/** In frames, end exclusive. */
export interface SpeechInterval {
  readonly from: number
  readonly until: number
}

export interface VoiceActivity {
  readonly intervals: readonly SpeechInterval[]
  /** Per frame. */
  readonly isActive: Uint8Array
}

/** Radius for the background estimate, which changes slowly. */
const backgroundFrames = toFrame(30)
const aboveBackgroundDb = 9
/** Speech this far below the loudest level is not intelligible. */
const belowLoudDb = 14
const belowLoudestDb = 38
const neverSpeechDb = -72
const quietSpeechDb = -55

const minGap = toFrame(0.3)
const minInterval = toFrame(0.08)
/** Whisper recognizes the first and last word better with some audio around them. */
const padding = toFrame(0.5)

/** Measured: noise and sustained tones are below 2.5, speech over loud noise above 4. */
const minVariation = 3
const minJudgedFrames = toFrame(1)

export function detectSpeech(levels: FrameLevels): VoiceActivity {
  const isActive = new Uint8Array(levels.frames)
  const loudest = percentile(histogram(levels, 0, levels.frames), 0.99)
  const lowest = Math.max(neverSpeechDb, Math.min(quietSpeechDb, loudest - belowLoudestDb))
  for (let from = 0; from < levels.frames; from += toFrame(1)) {
    const around = histogram(levels, from - backgroundFrames, from + backgroundFrames)
    const background = percentile(around, 0.05)
    const threshold = Math.max(
      lowest,
      Math.min(background + aboveBackgroundDb, percentile(around, 0.95) - belowLoudDb),
    )
    const until = Math.min(levels.frames, from + toFrame(1))
    for (let frame = from; frame < until; frame += 1) isActive[frame] = levels.of(frame) > threshold ? 1 : 0
  }
  const raw = closeGaps(intervalsOf(isActive)).filter(({ from, until }) => until - from >= minInterval)
  const varying = raw.filter(interval => hasVariation(levels, interval))
  return { intervals: closeGaps(varying.map(interval => widen(interval, levels.frames))), isActive }
}

function hasVariation(levels: FrameLevels, { from, until }: SpeechInterval): boolean {
  return until - from < minJudgedFrames || levelVariation(levels, from, until) >= minVariation
}

function intervalsOf(isActive: Uint8Array): SpeechInterval[] {
  const intervals: SpeechInterval[] = []
  let from = -1
  for (let frame = 0; frame <= isActive.length; frame += 1) {
    if (isActive[frame] === 1 && from < 0) from = frame
    if (isActive[frame] !== 1 && from >= 0) {
      intervals.push({ from, until: frame })
      from = -1
    }
  }
  return intervals
}

function closeGaps(intervals: readonly SpeechInterval[]): SpeechInterval[] {
  const joined: SpeechInterval[] = []
  for (const interval of intervals) {
    const last = joined.at(-1)
    if (last !== undefined && interval.from - last.until < minGap)
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, interval.until) }
    else joined.push(interval)
  }
  return joined
}

function widen({ from, until }: SpeechInterval, frames: number): SpeechInterval {
  return { from: Math.max(0, from - padding), until: Math.min(frames, until + padding) }
}

const decibels = 121

function histogram(levels: FrameLevels, from: number, until: number): Uint32Array {
  const counts = new Uint32Array(decibels)
  const last = Math.min(levels.frames, until)
  for (let frame = Math.max(0, from); frame < last; frame += 1) {
    const index = -levels.of(frame)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** Level below which this share of the frames lies. */
function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = share * total
  for (let index = decibels - 1; index >= 0; index -= 1) {
    left -= counts[index] ?? 0
    if (left <= 0) return -index
  }
  return 0
}
