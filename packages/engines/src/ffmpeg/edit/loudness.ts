/** How loud a recording is, by EBU R128, as ffmpeg's meter says when it is done. */

export interface Loudness {
  /** Integrated; null when there was nothing to measure: silence, or less than a block of 0.4 s. */
  readonly lufs: number | null
  /** Of the highest sample. */
  readonly peakDb: number
}

export const loudnessMeter = 'ebur128=framelog=verbose:peak=sample'

/** Quieter blocks do not count: the meter's floor. */
const floorLufs = -70

const integrated = /\bI:\s+(-?[\d.]+|-?inf|nan) LUFS/g
const peak = /\bPeak:\s+(-?[\d.]+|-?inf|nan) dBFS/g

export function readLoudness(log: string): Loudness {
  const lufs = last(log, integrated)
  return {
    lufs: Number.isFinite(lufs) && lufs > floorLufs ? lufs : null,
    peakDb: last(log, peak),
  }
}

function last(log: string, pattern: RegExp): number {
  const value = Number([...log.matchAll(pattern)].at(-1)?.[1])
  return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value
}
