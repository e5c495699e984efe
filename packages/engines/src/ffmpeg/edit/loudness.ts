/** Loudness by EBU R128, parsed from the summary of ffmpeg's ebur128 filter. */

export interface Loudness {
  /** Integrated loudness; null when there is nothing to measure: silence, or less than one block of 0.4 s. */
  readonly lufs: number | null
  /** Highest sample in dBFS. */
  readonly peakDb: number
}

export const loudnessMeter = 'ebur128=framelog=verbose:peak=sample'

/** Absolute gate of EBU R128: quieter blocks do not count. */
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
