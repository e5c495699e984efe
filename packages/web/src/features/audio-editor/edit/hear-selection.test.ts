import { expect, test } from 'vitest'
import { createLoudnessMeter } from '../measure/loudness-meter.ts'
import { emptyMeasures, type Measures, withPiece } from '../measure/measures.ts'
import { measurePeaks } from '../measure/peak-levels.ts'
import { planCuts } from './cut-plan.ts'
import { defaultSettings, type EditSettings } from './edit-settings.ts'
import { levelOf, silencesOf } from './hear-selection.ts'
import type { Stretch } from './stretch.ts'

const rateHz = 8192

/** Five seconds of a tone, five of silence, five of a tone ten times as loud. */
function measure() {
  const samples = Float32Array.from({ length: 15 * rateHz }, (_, index) => {
    const amplitude = [0.05, 0, 0.5][Math.floor(index / rateHz / 5)] ?? 0
    return amplitude * Math.sin((2 * Math.PI * 997 * index) / rateHz)
  })
  const energies = createLoudnessMeter(rateHz).push([samples])
  return withPiece(
    emptyMeasures(rateHz, samples.length),
    { ...measurePeaks([samples]), energies },
    samples.length,
  )
}
const measures = measure()

function hearSelection(heard: Measures | undefined, settings: EditSettings, trim: Stretch) {
  const silences = silencesOf(heard, settings, trim)
  const plan = planCuts(trim, silences)
  return { silences, plan, ...levelOf(heard, settings, plan) }
}
const all = { from: 0, to: 15 }

test('AUD-11 normalising brings the selection, and not the rest, to -16 LUFS', () => {
  const settings = { ...defaultSettings, isNormalized: true }
  const quiet = hearSelection(measures, settings, { from: 0, to: 5 })
  const loud = hearSelection(measures, settings, { from: 10, to: 15 })
  expect(quiet.loudnessLufs).toBeCloseTo(-29.03, 1)
  expect(20 * Math.log10(quiet.gain)).toBeCloseTo(13.03, 1)
  expect(loud.loudnessLufs).toBeCloseTo(-9.03, 1)
  expect(loud.gain).toBeLessThan(1)
})

test('AUD-11 silence is taken out only when that is wanted', () => {
  expect(hearSelection(measures, defaultSettings, all).plan.lengthSeconds).toBe(15)
  const without = hearSelection(measures, { ...defaultSettings, isSilenceRemoved: true }, all)
  expect(without.silences).toHaveLength(1)
  expect(without.plan.lengthSeconds).toBeCloseTo(10.1, 1)
})

test('AUD-09 200 % is twice as loud, and says when that is too loud', () => {
  const doubled = { ...defaultSettings, volumePercent: 200 }
  expect(hearSelection(measures, doubled, all)).toMatchObject({ gain: 2, isLimited: true })
  expect(hearSelection(measures, doubled, { from: 0, to: 5 })).toMatchObject({ gain: 2, isLimited: false })
  expect(hearSelection(measures, { ...defaultSettings, volumePercent: 0 }, all).gain).toBe(0)
})

test('as long as the recording is being read nothing is cut out', () => {
  const half = { ...measures, measuredSamples: 12 * rateHz }
  expect(silencesOf(half, { isSilenceRemoved: true, thresholdDb: -50 }, all)).toEqual([])
})

test('nothing is claimed about what has not been measured', () => {
  const settings = { ...defaultSettings, isNormalized: true, isSilenceRemoved: true }
  expect(hearSelection(undefined, settings, all)).toMatchObject({
    loudnessLufs: undefined,
    gain: 1,
    silences: [],
    plan: { lengthSeconds: 15 },
  })
})
