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
const longest = toFrame(29.5)
/** From here on the longest pause is taken. */
const enough = toFrame(18)
const overlap = toFrame(4)
const smoothing = toFrame(0.1)
/** As much of a pause is kept between two pieces of one window. */
const keptPause = toFrame(2)

interface Part extends Stretch {
  readonly overlap: number
}

export function planWindows(levels: Levels, activity: Activity): readonly SpeechWindow[] {
  const windows: SpeechWindow[] = []
  let parts = activity.stretches.flatMap(stretch => cutStretch(levels, activity, stretch))
  while (parts.length > 0) {
    const count = partsOfWindow(parts)
    const taken = parts.slice(0, count)
    parts = parts.slice(count)
    windows.push({
      pieces: withPauses(taken).map(({ from, until }) => ({
        startSeconds: toSeconds(from),
        endSeconds: toSeconds(until),
      })),
      overlapSeconds: toSeconds(taken[0]?.overlap ?? 0),
    })
  }
  return windows
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

/** Somebody who speaks for longer than a window is cut at the quietest moment, and heard there twice unless it is a pause. */
function cutStretch(levels: Levels, { isActive }: Activity, stretch: Stretch): Part[] {
  const parts: Part[] = []
  let { from } = stretch
  let before = 0
  while (stretch.until - from > longest) {
    const cut = quietestFrame(levels, from + enough, from + longest)
    const isPause = isActive.subarray(cut - smoothing, cut + smoothing).every(active => active === 0)
    parts.push({ from, until: isPause ? cut : Math.min(cut + overlap / 2, from + longest), overlap: before })
    const until = parts.at(-1)?.until ?? cut
    before = isPause ? 0 : overlap
    from = isPause ? cut : until - overlap
  }
  return [...parts, { from, until: stretch.until, overlap: before }]
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
