/** The filters of an edit, in the order they are heard: cut, freed of silence, levelled, faded. */
import { keptSteps, type Stretch, stepsPerSecond } from './silences.ts'
import type { TrimRange } from './trim-range.ts'

/** Times follow from counting samples, whatever the file says about them. */
const countedTimes = 'asetpts=N/SR/TB'

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

/** Stands before everything that changes values: nothing is rounded before the end. */
export const preciseSamples = 'aformat=sample_fmts=dbl'

/** One change of level; with a ceiling, peaks are held below it. */
export interface LevelStage {
  readonly gainDb: number
  /** In dB below full scale, between samples, too. */
  readonly ceilingDb: number | null
}

/** Enough that what lies between samples is seen. */
const peakRateHz = 176_400

/** How many times as many samples a limiter needs to see true peaks. */
export function peakFactor(rateHz: number): number {
  if (rateHz >= peakRateHz) return 1
  return rateHz * 2 >= peakRateHz ? 2 : 4
}

export function levelFilters(
  stages: readonly LevelStage[],
  rateHz: number,
  factor = peakFactor(rateHz),
): readonly string[] {
  return stages.flatMap(stage => stageFilters(stage, rateHz, factor))
}

function stageFilters({ gainDb, ceilingDb }: LevelStage, rateHz: number, factor: number): readonly string[] {
  const gain = gainDb === Number.NEGATIVE_INFINITY ? '0' : `${gainDb.toFixed(4)}dB`
  const volume = `volume=${gain}:precision=double`
  if (ceilingDb === null) return [volume]
  const limit = (10 ** (ceilingDb / 20)).toFixed(6)
  const limiter = `alimiter=limit=${limit}:attack=5:release=100:level=0:latency=1`
  if (factor === 1) return [volume, limiter]
  return [volume, `aresample=${rateHz * factor}`, limiter, `aresample=${rateHz}`]
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
