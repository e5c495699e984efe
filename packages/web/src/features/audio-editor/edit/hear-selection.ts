/** What the settings make of the selection, reckoned from its measures: the cuts, its loudness, the gain it is played with. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { integratedLoudness } from '../measure/integrated-loudness.ts'
import { blockSeconds } from '../measure/loudness-meter.ts'
import { isComplete, type Measures } from '../measure/measures.ts'
import { loudestSamples } from '../measure/peak-levels.ts'
import type { CutPlan } from './cut-plan.ts'
import type { EditSettings } from './edit-settings.ts'
import { findSilences } from './find-silences.ts'
import type { Stretch } from './stretch.ts'

/** Above it the result is held back, as the server does it. */
const ceiling = 10 ** (-1.5 / 20)
const none: readonly Stretch[] = []

export interface HeardLevel {
  /** Undefined when it cannot be measured, or is not wanted. */
  readonly loudnessLufs: number | undefined
  /** What normalising adds. */
  readonly normalizingDb: number
  readonly gain: number
  /** Something in it would be louder than a file can hold. */
  readonly isLimited: boolean
}

/** None as long as the recording is still being read: a cut that moves while it is heard would be worse than none. */
export function silencesOf(
  measures: Measures | undefined,
  { isSilenceRemoved, thresholdDb }: Pick<EditSettings, 'isSilenceRemoved' | 'thresholdDb'>,
  trim: Stretch,
): readonly Stretch[] {
  if (!measures || !isSilenceRemoved || !isComplete(measures)) return none
  return findSilences(measures.loudest, loudestSamples / measures.sampleRateHz, thresholdDb, trim)
}

export function levelOf(
  measures: Measures | undefined,
  { isNormalized, volumePercent }: Pick<EditSettings, 'isNormalized' | 'volumePercent'>,
  plan: CutPlan,
): HeardLevel {
  const loudnessLufs = measures && isNormalized ? integratedLoudness(energiesOf(measures, plan)) : undefined
  const normalizingDb = loudnessLufs === undefined ? 0 : normalizedLoudnessLufs - loudnessLufs
  const gain = (volumePercent / 100) * 10 ** (normalizingDb / 20)
  const isLimited = measures !== undefined && gain > 1 && loudestIn(measures, plan) * gain > ceiling
  return { loudnessLufs, normalizingDb, gain, isLimited }
}

function energiesOf({ energies, energyCount }: Measures, { kept }: CutPlan): number[] {
  return kept.flatMap(({ from, to }) => [
    ...energies.subarray(
      Math.round(from / blockSeconds),
      Math.min(energyCount, Math.round(to / blockSeconds)),
    ),
  ])
}

function loudestIn({ loudest, loudestCount, sampleRateHz }: Measures, { kept }: CutPlan): number {
  const perSecond = sampleRateHz / loudestSamples
  let highest = 0
  for (const { from, to } of kept) {
    const end = Math.min(loudestCount, Math.ceil(to * perSecond))
    for (let index = Math.floor(from * perSecond); index < end; index += 1)
      highest = Math.max(highest, loudest[index] ?? 0)
  }
  return highest
}
