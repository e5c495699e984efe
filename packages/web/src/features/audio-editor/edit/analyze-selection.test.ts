import { expect, test } from 'vitest'
import { type AudioMeasurements, addChunk, createMeasurements } from '../measure/audio-measurements.ts'
import { createLoudnessMeter } from '../measure/loudness-meter.ts'
import { measurePeaks } from '../measure/peak-levels.ts'
import { createCutList } from './cut-list.ts'
import { defaultAudioSettings, type EditSettings } from './edit-settings.ts'
import type { TimeRange } from './time-range.ts'
import { findSelectionSilences, outputLevelOf } from './use-selection-preview.ts'

const rateHz = 8192

/** 5 s of a tone, 5 s of silence, 5 s of a tone ten times louder. */
function measure() {
  const samples = Float32Array.from({ length: 15 * rateHz }, (_, index) => {
    const amplitude = [0.05, 0, 0.5][Math.floor(index / rateHz / 5)] ?? 0
    return amplitude * Math.sin((2 * Math.PI * 997 * index) / rateHz)
  })
  const energies = createLoudnessMeter(rateHz).push([samples])
  return addChunk(
    createMeasurements(rateHz, samples.length),
    { ...measurePeaks([samples]), energies },
    samples.length,
  )
}
const measurements = measure()

function previewSelection(preview: AudioMeasurements | undefined, settings: EditSettings, trim: TimeRange) {
  const silences = findSelectionSilences(preview, settings, trim)
  const cutList = createCutList(trim, silences)
  return { silences, cutList, ...outputLevelOf(preview, settings, cutList) }
}
const all = { from: 0, to: 15 }

test('AUD-11 outputLevelOf: normalizes the selection, not the whole file, to -16 LUFS', () => {
  const settings = { ...defaultAudioSettings, isNormalized: true }
  const quiet = previewSelection(measurements, settings, { from: 0, to: 5 })
  const loud = previewSelection(measurements, settings, { from: 10, to: 15 })
  expect(quiet.loudnessLufs).toBeCloseTo(-29.03, 1)
  expect(20 * Math.log10(quiet.gain)).toBeCloseTo(13.03, 1)
  expect(loud.loudnessLufs).toBeCloseTo(-9.03, 1)
  expect(loud.gain).toBeLessThan(1)
})

test('AUD-11 findSelectionSilences: finds silences only if silence removal is on', () => {
  expect(previewSelection(measurements, defaultAudioSettings, all).cutList.lengthSeconds).toBe(15)
  const without = previewSelection(measurements, { ...defaultAudioSettings, isSilenceRemoved: true }, all)
  expect(without.silences).toHaveLength(1)
  expect(without.cutList.lengthSeconds).toBeCloseTo(10.1, 1)
})

test('AUD-09 outputLevelOf: 200 % doubles the gain and turns on the limiter if the peaks would clip', () => {
  const doubled = { ...defaultAudioSettings, volumePercent: 200 }
  expect(previewSelection(measurements, doubled, all)).toMatchObject({ gain: 2, isLimited: true })
  expect(previewSelection(measurements, doubled, { from: 0, to: 5 })).toMatchObject({
    gain: 2,
    isLimited: false,
  })
  expect(previewSelection(measurements, { ...defaultAudioSettings, volumePercent: 0 }, all).gain).toBe(0)
})

test('findSelectionSilences: returns none until the whole file is measured', () => {
  const half = { ...measurements, measuredSamples: 12 * rateHz }
  expect(findSelectionSilences(half, { isSilenceRemoved: true, thresholdDb: -50 }, all)).toEqual([])
})

test('outputLevelOf: leaves gain and length unchanged without measurements', () => {
  const settings = { ...defaultAudioSettings, isNormalized: true, isSilenceRemoved: true }
  expect(previewSelection(undefined, settings, all)).toMatchObject({
    loudnessLufs: undefined,
    gain: 1,
    silences: [],
    cutList: { lengthSeconds: 15 },
  })
})
