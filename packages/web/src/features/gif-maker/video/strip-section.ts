/** The time range the filmstrip shows: all of a short video, or one minute around the selected part. */
import type { VideoPart } from './video-part.ts'

export interface StripSection {
  readonly from: number
  readonly to: number
}

const sectionSeconds = 60

/** Keeps the current section while the part lies within it, so that nothing moves under the pointer. */
export function sectionFor(
  { startTime, duration }: VideoPart,
  length: number,
  shown: StripSection | undefined,
): StripSection {
  if (length <= sectionSeconds) return { from: 0, to: length }
  const end = startTime + duration
  if (shown && shown.to <= length && shown.from <= startTime && end <= shown.to) return shown
  const middle = startTime + duration / 2
  const from = Math.max(0, Math.min(middle - sectionSeconds / 2, length - sectionSeconds))
  return { from, to: from + sectionSeconds }
}
