/** Finds what counts as silence: nothing louder than the threshold for half a second and more. */
import { leastSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import type { Stretch } from './stretch.ts'

/** `loudest` has the largest magnitude of each stretch of equal length; only within the given part. */
export function findSilences(
  loudest: Float32Array,
  stretchSeconds: number,
  thresholdDb: number,
  within: Stretch,
): Stretch[] {
  const threshold = 10 ** (thresholdDb / 20)
  const silences: Stretch[] = []
  const end = Math.min(loudest.length, Math.ceil(within.to / stretchSeconds))
  let quietSince: number | undefined
  const close = (seconds: number) => {
    if (quietSince === undefined) return
    if (seconds - quietSince >= leastSilenceSeconds) silences.push({ from: quietSince, to: seconds })
    quietSince = undefined
  }
  for (let index = Math.floor(within.from / stretchSeconds); index < end; index += 1) {
    if ((loudest[index] ?? 0) < threshold) quietSince ??= Math.max(within.from, index * stretchSeconds)
    else close(index * stretchSeconds)
  }
  close(Math.min(within.to, end * stretchSeconds))
  return silences
}
