/** Declared duration of one stream. */
import type { ProbedStream } from './probe-json.ts'

/** Matroska stores it in a tag, as hours, minutes and seconds. */
const clockTime = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/

export function streamDuration({ duration, tags }: ProbedStream): number | null {
  if (duration !== undefined && duration > 0) return duration
  const [, hours, minutes, seconds] = (tags.DURATION ?? tags['DURATION-eng'])?.match(clockTime) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 ? total : null
}
