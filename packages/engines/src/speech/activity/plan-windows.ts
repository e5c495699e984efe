/** Puts stretches of speech into windows that the model hears at once, and cuts where nobody speaks. */
import type { Activity, Stretch } from './find-speech.ts'
import { type Levels, toFrame, toSeconds } from './levels.ts'

/** Sound as it stands in the film, one piece behind the other in the window. */
export interface Piece {
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface SpeechWindow {
  readonly pieces: readonly Piece[]
  /** Begins this long before the last one ends, because there was no pause to cut at. */
  readonly overlapSeconds: number
}

/** Half a minute is what the model hears. */
const longest = toFrame(29)
const room = toFrame(0.3)
/** From here on the longest pause is taken. */
const enough = toFrame(18)
const overlap = toFrame(4)
const smoothing = toFrame(0.1)
/** Shorter ones may be inside a word. */
const shortestPause = toFrame(0.2)
/** As much of a pause is kept between two pieces of one window. */
const keptPause = toFrame(2)

interface Part extends Stretch {
  readonly overlap: number
}

export function planWindows(levels: Levels, activity: Activity): readonly SpeechWindow[] {
  const windows: { readonly pieces: readonly Stretch[]; readonly overlap: number }[] = []
  let parts = activity.stretches.flatMap(stretch => cutStretch(levels, activity, stretch))
  while (parts.length > 0) {
    const count = partsOfWindow(parts)
    const taken = parts.slice(0, count)
    parts = parts.slice(count)
    windows.push({ pieces: withPauses(taken), overlap: taken[0]?.overlap ?? 0 })
  }
  return windows.map(({ pieces, overlap: overlapFrames }, index) => {
    const before = windows[index - 1]?.pieces.at(-1)?.until ?? -Infinity
    const after = windows[index + 1]?.pieces[0]?.from ?? Infinity
    return {
      pieces: withRoom(pieces, before, after, levels.frames).map(({ from, until }) => ({
        startSeconds: toSeconds(from),
        endSeconds: toSeconds(until),
      })),
      overlapSeconds: toSeconds(overlapFrames),
    }
  })
}

/** The model hears the first and the last word better with some silence around them, unless that belongs to a neighbour. */
function withRoom(pieces: readonly Stretch[], before: number, after: number, frames: number): Stretch[] {
  const roomOf = (gap: number) => Math.max(0, Math.min(room, Math.floor(gap / 2)))
  return pieces.map(({ from, until }, index) => ({
    from: index === 0 ? Math.max(0, from - roomOf(from - before)) : from,
    until: index === pieces.length - 1 ? Math.min(frames, until + roomOf(after - until)) : until,
  }))
}

/** A pause is heard as one, or two sentences become one; but not all of a long silence is worth hearing. */
function withPauses(parts: readonly Part[]): Stretch[] {
  const pieces: Stretch[] = []
  for (const { from, until } of parts) {
    const last = pieces.at(-1)
    if (last === undefined) {
      pieces.push({ from, until })
      continue
    }
    const pause = from - last.until
    if (pause <= keptPause) {
      pieces[pieces.length - 1] = { from: last.from, until }
      continue
    }
    pieces[pieces.length - 1] = { from: last.from, until: last.until + keptPause / 2 }
    pieces.push({ from: from - keptPause / 2, until })
  }
  return pieces
}

/** As many as fit, and of the places to stop the one with the longest pause behind it. */
function partsOfWindow(parts: readonly Part[]): number {
  let length = 0
  let best = { count: 1, pause: -1 }
  for (const [index, part] of parts.entries()) {
    // What overlaps the last one is heard a second time: it begins a window of its own.
    if (index > 0 && part.overlap > 0) return index
    length += part.until - part.from
    if (length > longest && index > 0) return best.count
    const next = parts[index + 1]
    if (next === undefined) return index + 1
    const pause = next.from - part.until
    length += Math.min(pause, keptPause)
    if (length < enough || pause >= best.pause)
      best = { count: index + 1, pause: length < enough ? -1 : pause }
  }
  return parts.length
}

/** Somebody who speaks for longer than a window is cut in the longest pause, or at the quietest moment and heard there twice. */
function cutStretch(levels: Levels, { isActive }: Activity, stretch: Stretch): Part[] {
  const parts: Part[] = []
  let { from } = stretch
  let before = 0
  while (stretch.until - from > longest) {
    const pause = longestPause(isActive, from + enough, from + longest)
    const until =
      pause ?? Math.min(quietestFrame(levels, from + enough, from + longest) + overlap / 2, from + longest)
    parts.push({ from, until, overlap: before })
    before = pause === undefined ? overlap : 0
    from = until - before
  }
  return [...parts, { from, until: stretch.until, overlap: before }]
}

/** The middle of it. */
function longestPause(isActive: Uint8Array, from: number, until: number): number | undefined {
  let best: number | undefined
  let length = shortestPause - 1
  let start = from
  for (let frame = from; frame <= until; frame += 1) {
    if (frame < until && isActive[frame] === 0) continue
    if (frame - start > length) {
      length = frame - start
      best = start + (length >> 1)
    }
    start = frame + 1
  }
  return best
}

export function quietestFrame(levels: Levels, from: number, until: number): number {
  let best = { frame: from, level: Number.POSITIVE_INFINITY }
  for (let frame = from; frame < until - smoothing; frame += 1) {
    let sum = 0
    for (let near = frame - smoothing; near <= frame + smoothing; near += 1) sum += levels.of(near)
    if (sum < best.level) best = { frame, level: sum }
  }
  return best.frame
}
