/** The part of a film that becomes a GIF: where it may begin, how long it may be. In tenths of a second, and pure. */
import { framesOf } from '@filesmith/contract/gif-estimate'
import { gifBounds } from '@filesmith/contract/operations/create-gif'

export interface VideoPart {
  readonly startTime: number
  readonly duration: number
}

const { min: minDuration, max: maxDuration } = gifBounds.duration
/** What a film begins with as its part, as long as it is. */
const firstDuration = 10

const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10
/** Tenths are not exact in binary: 0.3 must not become 0.2. */
const floorToTenth = (seconds: number) => Math.floor(seconds * 10 + 1e-6) / 10
const between = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** Without a known length only what holds for every film. */
export function latestStart(length: number | undefined): number {
  return length === undefined ? Number.POSITIVE_INFINITY : Math.max(0, floorToTenth(length - minDuration))
}

export function longestDuration(startTime: number, length: number | undefined): number {
  if (length === undefined) return maxDuration
  return between(floorToTenth(length - startTime), minDuration, maxDuration)
}

/** Chosen freely, brought into what there is: the beginning stays, the end gives way. */
export function fitPart({ startTime, duration }: VideoPart, length: number | undefined): VideoPart {
  const start = roundToTenth(between(startTime, 0, latestStart(length)))
  return {
    startTime: start,
    duration: roundToTenth(between(duration, minDuration, longestDuration(start, length))),
  }
}

/** The part that a newly chosen film begins with. */
export function firstPart(length: number): VideoPart {
  return fitPart({ startTime: 0, duration: Math.min(length, firstDuration) }, length)
}

/** Moves the beginning and leaves the end where it is, as long as the part does not get too long. */
export function moveStart(part: VideoPart, startTime: number, length: number): VideoPart {
  const end = part.startTime + part.duration
  const start = between(startTime, 0, Math.min(end - minDuration, latestStart(length)))
  return fitPart({ startTime: start, duration: end - roundToTenth(start) }, length)
}

export function moveEnd(part: VideoPart, end: number, length: number): VideoPart {
  return fitPart({ ...part, duration: end - part.startTime }, length)
}

/** Moves the whole part, which keeps its length. */
export function movePart(part: VideoPart, startTime: number, length: number): VideoPart {
  const latest = Math.max(0, floorToTenth(length) - part.duration)
  return fitPart({ ...part, startTime: between(startTime, 0, latest) }, length)
}

/** Moments of the frames, beginning with the first. */
export function frameMoments({ startTime, duration }: VideoPart, fps: number): number[] {
  return Array.from({ length: framesOf(duration, fps) }, (_, index) => startTime + index / fps)
}
