/** Moves subtitles in time: another frame rate, then a shift. */
import type { Cue } from './cue.ts'

export interface Retiming {
  readonly shiftMs: number
  readonly fromFrameRate?: number | undefined
  readonly toFrameRate?: number | undefined
}

type Times = Pick<Cue, 'startMs' | 'endMs'>

export function movesTimes({ shiftMs, fromFrameRate, toFrameRate }: Retiming): boolean {
  return shiftMs !== 0 || fromFrameRate !== toFrameRate
}

/** A video that is played faster ends earlier. Undefined where nothing is left after the start of the video. */
export function moveTimes<Moved extends Times>(
  times: Moved,
  { shiftMs, fromFrameRate, toFrameRate }: Retiming,
): Moved | undefined {
  const factor = fromFrameRate === undefined || toFrameRate === undefined ? 1 : fromFrameRate / toFrameRate
  const [startMs, endMs] = [times.startMs, times.endMs].map(ms => Math.round(ms * factor) + shiftMs)
  if (endMs === undefined || startMs === undefined || (endMs <= 0 && startMs < 0)) return undefined
  return { ...times, startMs: Math.max(0, startMs), endMs }
}
