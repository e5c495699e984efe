/** What the settings make of the selection, reckoned from its measures: the cuts, its loudness, the gain it is played with. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { integratedLoudness } from '../measure/integrated-loudness.ts'
import { blockSeconds } from '../measure/loudness-meter.ts'
import type { Measures } from '../measure/measures.ts'
import { loudestSamples } from '../measure/peak-levels.ts'
import { type CutPlan, isAllSilent, planCuts } from './cut-plan.ts'
import type { EditSettings } from './edit-settings.ts'
import { findSilences } from './find-silences.ts'
import type { Stretch } from './stretch.ts'

/** Above it the result is held back, as the server does it. */
const ceiling = 10 ** (-1.5 / 20)

export interface HeardSelection {
  /** Of the whole selection, whether they are taken out or not. */
  readonly silences: readonly Stretch[]
  /** There is nothing else, so that nothing is taken out. */
  readonly isAllSilent: boolean
  readonly plan: CutPlan
  /** Undefined when it cannot be measured, or is not wanted. */
  readonly loudnessLufs: number | undefined
  /** What normalising adds. */
  readonly normalizingDb: number
  readonly gain: number
  /** Something in it would be louder than a file can hold. */
  readonly isLimited: boolean
}

export function hearSelection(
  measures: Measures | undefined,
  settings: EditSettings,
  trim: Stretch,
): HeardSelection {
  const stretchSeconds = measures ? loudestSamples / measures.sampleRateHz : 1
  const loudest = measures?.loudest.subarray(0, measures.loudestCount) ?? new Float32Array(0)
  const silences = settings.isSilenceRemoved
    ? findSilences(loudest, stretchSeconds, settings.thresholdDb, trim)
    : []
  const plan = planCuts(trim, silences)
  const loudnessLufs =
    measures && settings.isNormalized ? integratedLoudness(energiesOf(measures, plan)) : undefined
  const normalizingDb = loudnessLufs === undefined ? 0 : normalizedLoudnessLufs - loudnessLufs
  const gain = (settings.volumePercent / 100) * 10 ** (normalizingDb / 20)
  const isLimited = gain > 1 && loudestIn(loudest, stretchSeconds, plan) * gain > ceiling
  return {
    silences,
    isAllSilent: isAllSilent(trim, silences),
    plan,
    loudnessLufs,
    normalizingDb,
    gain,
    isLimited,
  }
}

function energiesOf({ energies, energyCount }: Measures, { kept }: CutPlan): number[] {
  return kept.flatMap(({ from, to }) => [
    ...energies.subarray(
      Math.round(from / blockSeconds),
      Math.min(energyCount, Math.round(to / blockSeconds)),
    ),
  ])
}

function loudestIn(loudest: Float32Array, stretchSeconds: number, { kept }: CutPlan): number {
  let highest = 0
  for (const { from, to } of kept) {
    const end = Math.min(loudest.length, Math.ceil(to / stretchSeconds))
    for (let index = Math.floor(from / stretchSeconds); index < end; index += 1)
      highest = Math.max(highest, loudest[index] ?? 0)
  }
  return highest
}
