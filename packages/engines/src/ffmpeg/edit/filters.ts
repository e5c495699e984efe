/** ffmpeg filters of an audio edit, in order of application: trim, silence removal, fades. */
import { keptStepsExpression, type StepRange, stepsPerSecond } from './silences.ts'
import type { TrimRange } from './trim-range.ts'

/** Timestamps from the sample count instead of the container. N/SR/TB would lose a sample to rounding now and then. */
const countedTimes = 'asetpts=N'

export function trimFilters({ start, end }: TrimRange): readonly string[] {
  if (start === 0 && end === null) return [countedTimes]
  const until = end === null ? '' : `:end_sample=${end}`
  return [`atrim=start_sample=${start}${until}`, countedTimes]
}

/** Samples in one step of the silence detection. */
export function samplesPerStep(rateHz: number): number {
  return Math.max(1, Math.round(rateHz / stepsPerSecond))
}

function inSteps(rateHz: number): string {
  return `asetnsamples=n=${samplesPerStep(rateHz)}:p=0`
}

export function silenceDetectionFilters(
  rateHz: number,
  { thresholdDb, minSeconds, fileName }: { thresholdDb: number; minSeconds: number; fileName: string },
): readonly string[] {
  return [
    inSteps(rateHz),
    `silencedetect=noise=${thresholdDb}dB:duration=${minSeconds}`,
    `ametadata=mode=print:file=${fileName}`,
  ]
}

export function removalFilters(rateHz: number, removed: readonly StepRange[]): readonly string[] {
  if (removed.length === 0) return []
  return [inSteps(rateHz), `aselect='${keptStepsExpression(removed)}'`, countedTimes]
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
