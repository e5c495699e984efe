/**
 * Computes how the selection will sound; the cut list keeps its identity while it is unchanged, so that playback is
 * not restarted.
 */

import { minSilenceSeconds, normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { useMemo } from 'react'
import { type AudioMeasurements, isComplete } from '../measure/audio-measurements.ts'
import { blockSeconds } from '../measure/loudness-meter.ts'
import { peakBlockSamples } from '../measure/peak-levels.ts'
import { type CutList, createCutList, isAllSilent } from './cut-list.ts'
import type { EditSettings } from './edit-settings.ts'
import type { TimeRange } from './time-range.ts'

const blocksPerWindow = 4

const absoluteGate = energyOf(-70)

const relativeGateLu = -10

/** The limiter of the server starts here. */
const limiterThreshold = 10 ** (-1.5 / 20)

const noSilences: readonly TimeRange[] = []

export interface SelectionPreview extends OutputLevel {
  readonly silences: readonly TimeRange[]
  /** Everything is silent, so nothing is removed. */
  readonly isAllSilent: boolean
  readonly cutList: CutList
}

export function useSelectionPreview(
  measurements: AudioMeasurements | undefined,
  settings: EditSettings,
  trim: TimeRange,
): SelectionPreview {
  const { isSilenceRemoved, thresholdDb, isNormalized, volumePercent } = settings
  const silences = useMemo(
    () => findSelectionSilences(measurements, { isSilenceRemoved, thresholdDb }, trim),
    [measurements, isSilenceRemoved, thresholdDb, trim],
  )
  const cutList = useMemo(() => createCutList(trim, silences), [trim, silences])
  const level = useMemo(
    () => outputLevelOf(measurements, { isNormalized, volumePercent }, cutList),
    [measurements, isNormalized, volumePercent, cutList],
  )
  return { ...level, silences, isAllSilent: isAllSilent(trim, silences), cutList }
}

interface OutputLevel {
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

/** In LUFS; undefined if everything is silent or too short to measure. */
export function integratedLoudness(energies: ArrayLike<number>): number | undefined {
  const windows: number[] = []
  for (let block = 0; block + blocksPerWindow <= energies.length; block += 1) {
    let sum = 0
    for (let offset = 0; offset < blocksPerWindow; offset += 1) sum += energies[block + offset] ?? 0
    if (sum / blocksPerWindow > absoluteGate) windows.push(sum / blocksPerWindow)
  }
  if (windows.length === 0) return undefined
  const gate = energyOf(lufsOf(mean(windows)) + relativeGateLu)
  return lufsOf(mean(windows.filter(energy => energy > gate)))
}

function energyOf(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10)
}

function lufsOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
