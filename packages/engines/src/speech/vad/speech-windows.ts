/** Packs speech intervals into windows for Whisper, split at pauses. */
import type { SpeechInterval, VoiceActivity } from './detect-speech.ts'
import { type FrameLevels, toFrame, toSeconds } from './frame-levels.ts'

/** Range of the video's audio; the ranges of a window are concatenated. */
export interface AudioRange {
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface SpeechWindow {
  readonly ranges: readonly AudioRange[]
  /** Overlap with the previous window, used if there was no pause to split at. */
  readonly overlapSeconds: number
}

/** Whisper processes 30 seconds at a time. */
const maxFrames = toFrame(29.5)
/** From this length on, the longest pause is preferred. */
const minFrames = toFrame(18)
const overlap = toFrame(4)
const smoothing = toFrame(0.1)
/** Length to which pauses within a window are shortened. */
const maxPause = toFrame(2)

interface Part extends SpeechInterval {
  readonly overlap: number
}

export function splitIntoWindows(levels: FrameLevels, activity: VoiceActivity): readonly SpeechWindow[] {
  const windows: SpeechWindow[] = []
  let parts = activity.intervals.flatMap(interval => splitInterval(levels, activity, interval))
  while (parts.length > 0) {
    const count = partsOfWindow(parts)
    const taken = parts.slice(0, count)
    parts = parts.slice(count)
    windows.push({
      ranges: withPauses(taken).map(({ from, until }) => ({
        startSeconds: toSeconds(from),
        endSeconds: toSeconds(until),
      })),
      overlapSeconds: toSeconds(taken[0]?.overlap ?? 0),
    })
  }
  return windows
}

/** Pauses separate sentences and are kept, but long silences are shortened. */
function withPauses(parts: readonly Part[]): SpeechInterval[] {
  const ranges: SpeechInterval[] = []
  for (const { from, until } of parts) {
    const last = ranges.at(-1)
    if (last === undefined) {
      ranges.push({ from, until })
      continue
    }
    const pause = from - last.until
    if (pause <= maxPause) {
      ranges[ranges.length - 1] = { from: last.from, until }
      continue
    }
    ranges[ranges.length - 1] = { from: last.from, until: last.until + maxPause / 2 }
    ranges.push({ from: from - maxPause / 2, until })
  }
  return ranges
}

/** As many as fit, up to the longest pause. */
function partsOfWindow(parts: readonly Part[]): number {
  let length = 0
  let best = { count: 1, pause: -1 }
  for (const [index, part] of parts.entries()) {
    // An interval that overlaps the previous one starts a new window.
    if (index > 0 && part.overlap > 0) return index
    length += part.until - part.from
    if (length > maxFrames && index > 0) return best.count
    const next = parts[index + 1]
    if (next === undefined) return index + 1
    const pause = next.from - part.until
    length += Math.min(pause, maxPause)
    if (length < minFrames || pause >= best.pause)
      best = { count: index + 1, pause: length < minFrames ? -1 : pause }
  }
  return parts.length
}

/** Splits speech longer than a window at its quietest moment, with an overlap unless that is a pause. */
function splitInterval(levels: FrameLevels, { isActive }: VoiceActivity, interval: SpeechInterval): Part[] {
  const parts: Part[] = []
  let { from } = interval
  let before = 0
  while (interval.until - from > maxFrames) {
    const cut = quietestFrame(levels, from + minFrames, from + maxFrames)
    const isPause = isActive.subarray(cut - smoothing, cut + smoothing).every(active => active === 0)
    parts.push({
      from,
      until: isPause ? cut : Math.min(cut + overlap / 2, from + maxFrames),
      overlap: before,
    })
    const until = parts.at(-1)?.until ?? cut
    before = isPause ? 0 : overlap
    from = isPause ? cut : until - overlap
  }
  return [...parts, { from, until: interval.until, overlap: before }]
}

export function quietestFrame(levels: FrameLevels, from: number, until: number): number {
  let best = { frame: from, level: Number.POSITIVE_INFINITY }
  for (let frame = from; frame < until - smoothing; frame += 1) {
    let sum = 0
    for (let near = frame - smoothing; near <= frame + smoothing; near += 1) sum += levels.of(near)
    if (sum < best.level) best = { frame, level: sum }
  }
  return best.frame
}
