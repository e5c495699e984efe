/** Finds silences: at least half a second in which no sample exceeds the threshold. */
import { minSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import type { TimeRange } from './time-range.ts'

/** `peaks` is the largest magnitude of each block of `blockSeconds`; only `within` is searched. */
export function findSilences(
  peaks: Float32Array,
  blockSeconds: number,
  thresholdDb: number,
  within: TimeRange,
): TimeRange[] {
  const threshold = 10 ** (thresholdDb / 20)
  const silences: TimeRange[] = []
  const end = Math.min(peaks.length, Math.ceil(within.to / blockSeconds))
  let quietSince: number | undefined
  const close = (seconds: number) => {
    if (quietSince === undefined) return
    if (seconds - quietSince >= minSilenceSeconds) silences.push({ from: quietSince, to: seconds })
    quietSince = undefined
  }
  for (let index = Math.floor(within.from / blockSeconds); index < end; index += 1) {
    if ((peaks[index] ?? 0) < threshold) quietSince ??= Math.max(within.from, index * blockSeconds)
    else close(index * blockSeconds)
  }
  close(Math.min(within.to, end * blockSeconds))
  return silences
}
