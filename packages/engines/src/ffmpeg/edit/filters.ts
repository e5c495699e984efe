/** The filters of an edit, in the order they are heard: cut, freed of silence, levelled, faded. */
import { keptSteps, type Stretch, stepsPerSecond } from './silences.ts'
import type { TrimRange } from './trim-range.ts'

/** Times follow from counting samples, whatever the file says about them. N/SR/TB would lose one to rounding now and then. */
const countedTimes = 'asetpts=N'

export function trimFilters({ start, end }: TrimRange): readonly string[] {
  if (start === 0 && end === null) return [countedTimes]
  const until = end === null ? '' : `:end_sample=${end}`
  return [`atrim=start_sample=${start}${until}`, countedTimes]
}

/** Samples of one step. */
export function samplesPerStep(rateHz: number): number {
  return Math.max(1, Math.round(rateHz / stepsPerSecond))
}

function inSteps(rateHz: number): string {
  return `asetnsamples=n=${samplesPerStep(rateHz)}:p=0`
}

export function silenceNotes(
  rateHz: number,
  { thresholdDb, leastSeconds, fileName }: { thresholdDb: number; leastSeconds: number; fileName: string },
): readonly string[] {
  return [
    inSteps(rateHz),
    `silencedetect=noise=${thresholdDb}dB:duration=${leastSeconds}`,
    `ametadata=mode=print:file=${fileName}`,
  ]
}

export function removalFilters(rateHz: number, removed: readonly Stretch[]): readonly string[] {
  if (removed.length === 0) return []
  return [inSteps(rateHz), `aselect='${keptSteps(removed)}'`, countedTimes]
}

export function fadeFilters(
  samples: number,
  rateHz: number,
  { fadeIn, fadeOut }: { fadeIn: number; fadeOut: number },
): readonly string[] {
  const length = (seconds: number) => Math.min(samples, Math.round(seconds * rateHz))
  const [inLength, outLength] = [length(fadeIn), length(fadeOut)]
  return [
    ...(inLength > 0 ? [`afade=t=in:ss=0:ns=${inLength}`] : []),
    ...(outLength > 0 ? [`afade=t=out:ss=${samples - outLength}:ns=${outLength}`] : []),
  ]
}
