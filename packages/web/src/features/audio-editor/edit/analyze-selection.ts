/** Computes the silences, loudness and output gain of the selection from its measurements. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { type AudioMeasurements, isComplete } from '../measure/audio-measurements.ts'
import { integratedLoudness } from '../measure/integrated-loudness.ts'
import { blockSeconds } from '../measure/loudness-meter.ts'
import { peakBlockSamples } from '../measure/peak-levels.ts'
import type { CutList } from './cut-list.ts'
import type { EditSettings } from './edit-settings.ts'
import { findSilences } from './find-silences.ts'
import type { TimeRange } from './time-range.ts'

/** The limiter of the server starts here. */
const limiterThreshold = 10 ** (-1.5 / 20)
const noSilences: readonly TimeRange[] = []

export interface OutputLevel {
  /** Undefined if normalization is off or the loudness cannot be measured. */
  readonly loudnessLufs: number | undefined
  /** Gain that normalization adds. */
  readonly normalizationDb: number
  readonly gain: number
  /** The peaks would clip, so the limiter is on. */
  readonly isLimited: boolean
}

/** Empty until the whole file is measured: cuts that move during playback would be worse than none. */
export function findSelectionSilences(
  measurements: AudioMeasurements | undefined,
  { isSilenceRemoved, thresholdDb }: Pick<EditSettings, 'isSilenceRemoved' | 'thresholdDb'>,
  trim: TimeRange,
): readonly TimeRange[] {
  if (!measurements || !isSilenceRemoved || !isComplete(measurements)) return noSilences
  return findSilences(measurements.peaks, peakBlockSamples / measurements.sampleRateHz, thresholdDb, trim)
}

export function outputLevelOf(
  measurements: AudioMeasurements | undefined,
  { isNormalized, volumePercent }: Pick<EditSettings, 'isNormalized' | 'volumePercent'>,
  cutList: CutList,
): OutputLevel {
  const loudnessLufs =
    measurements && isNormalized ? integratedLoudness(energiesOf(measurements, cutList)) : undefined
  const normalizationDb = loudnessLufs === undefined ? 0 : normalizedLoudnessLufs - loudnessLufs
  const gain = (volumePercent / 100) * 10 ** (normalizationDb / 20)
  const isLimited =
    measurements !== undefined && gain > 1 && peakIn(measurements, cutList) * gain > limiterThreshold
  return { loudnessLufs, normalizationDb, gain, isLimited }
}

function energiesOf({ energies, energyCount }: AudioMeasurements, { kept }: CutList): number[] {
  return kept.flatMap(({ from, to }) => [
    ...energies.subarray(
      Math.round(from / blockSeconds),
      Math.min(energyCount, Math.round(to / blockSeconds)),
    ),
  ])
}

function peakIn({ peaks, peakCount, sampleRateHz }: AudioMeasurements, { kept }: CutList): number {
  const perSecond = sampleRateHz / peakBlockSamples
  let highest = 0
  for (const { from, to } of kept) {
    const end = Math.min(peakCount, Math.ceil(to * perSecond))
    for (let index = Math.floor(from * perSecond); index < end; index += 1)
      highest = Math.max(highest, peaks[index] ?? 0)
  }
  return highest
}
