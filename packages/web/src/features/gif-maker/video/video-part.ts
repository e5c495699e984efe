/** Pure functions for the part of a video that becomes the GIF: limits of start and duration, in tenths of a second. */
import { framesOf } from '@filesmith/contract/gif-estimate'
import { gifBounds } from '@filesmith/contract/operations/create-gif'

export interface VideoPart {
  readonly startTime: number
  readonly duration: number
}

const { min: minDuration, max: maxDuration } = gifBounds.duration
/** Initial duration of the part of a new video. */
const defaultDuration = 10

const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10
/** Tenths are not exact in binary: 0.3 must not become 0.2. */
const floorToTenth = (seconds: number) => Math.floor(seconds * 10 + 1e-6) / 10
const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** Unlimited while the duration of the video is unknown. */
export function latestStart(length: number | undefined): number {
  return length === undefined ? Number.POSITIVE_INFINITY : Math.max(0, floorToTenth(length - minDuration))
}

export function longestDuration(startTime: number, length: number | undefined): number {
  if (length === undefined) return maxDuration
  return clamp(floorToTenth(length - startTime), minDuration, maxDuration)
}

/** Clamps the part to the video: keeps the start and shortens the duration. */
export function clampPart({ startTime, duration }: VideoPart, length: number | undefined): VideoPart {
  const start = roundToTenth(clamp(startTime, 0, latestStart(length)))
  return {
    startTime: start,
    duration: roundToTenth(clamp(duration, minDuration, longestDuration(start, length))),
  }
}

/** The part a newly selected video starts with. */
export function defaultPart(length: number): VideoPart {
  return clampPart({ startTime: 0, duration: Math.min(length, defaultDuration) }, length)
}

/** Moves the start and keeps the end, unless the part would become too long. */
export function movePartStart(part: VideoPart, startTime: number, length: number): VideoPart {
  const end = part.startTime + part.duration
  const start = clamp(startTime, 0, Math.min(end - minDuration, latestStart(length)))
  return clampPart({ startTime: start, duration: end - roundToTenth(start) }, length)
}

export function movePartEnd(part: VideoPart, end: number, length: number): VideoPart {
  return clampPart({ ...part, duration: end - part.startTime }, length)
}

/** Moves the whole part, keeping its duration. */
export function movePart(part: VideoPart, startTime: number, length: number): VideoPart {
  const latest = Math.max(0, floorToTenth(length) - part.duration)
  return clampPart({ ...part, startTime: clamp(startTime, 0, latest) }, length)
}

/** Times of the frames in seconds. */
export function frameTimes({ startTime, duration }: VideoPart, fps: number): number[] {
  return Array.from({ length: framesOf(duration, fps) }, (_, index) => startTime + index / fps)
}
