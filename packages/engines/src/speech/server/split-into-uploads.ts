/** Splits long audio into uploads, at pauses if possible. */
import type { VoiceActivity } from '../vad/detect-speech.ts'
import { type FrameLevels, toFrame, toSeconds } from '../vad/frame-levels.ts'
import { type AudioRange, quietestFrame } from '../vad/speech-windows.ts'

/** Ten minutes of incompressible audio stay below 20 MB; servers accept 25 MB. */
const maxFrames = toFrame(600)
const minFrames = toFrame(480)

/** Audio outside the ranges is silence. Empty without speech. */
export function splitIntoUploads(levels: FrameLevels, { intervals }: VoiceActivity): readonly AudioRange[] {
  const last = intervals.at(-1)
  const first = intervals[0]
  if (first === undefined || last === undefined) return []
  const ranges: AudioRange[] = []
  let { from } = first
  while (last.until - from > maxFrames) {
    const cut = longestPause(intervals, from) ?? quietestFrame(levels, from + minFrames, from + maxFrames)
    ranges.push({ startSeconds: toSeconds(from), endSeconds: toSeconds(cut) })
    from = cut
  }
  return [...ranges, { startSeconds: toSeconds(from), endSeconds: toSeconds(last.until) }]
}

/** Center of the longest pause within the allowed upload length. */
function longestPause(intervals: VoiceActivity['intervals'], from: number): number | undefined {
  const pauses = intervals.slice(1).flatMap((interval, index) => {
    const start = intervals[index]?.until ?? interval.from
    const middle = Math.floor((start + interval.from) / 2)
    return middle > from + minFrames && middle < from + maxFrames
      ? [{ middle, length: interval.from - start }]
      : []
  })
  return pauses.toSorted((a, b) => b.length - a.length)[0]?.middle
}
