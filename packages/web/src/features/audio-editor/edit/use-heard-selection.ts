/** How the selection will sound; the cuts stay the same object as long as they are the same cuts, so that what plays is not disturbed. */
import { useMemo } from 'react'
import type { Measures } from '../measure/measures.ts'
import { type CutPlan, isAllSilent, planCuts } from './cut-plan.ts'
import type { EditSettings } from './edit-settings.ts'
import { type HeardLevel, levelOf, silencesOf } from './hear-selection.ts'
import type { Stretch } from './stretch.ts'

export interface HeardSelection extends HeardLevel {
  readonly silences: readonly Stretch[]
  /** There is nothing else, so that nothing is taken out. */
  readonly isAllSilent: boolean
  readonly plan: CutPlan
}

export function useHeardSelection(
  measures: Measures | undefined,
  settings: EditSettings,
  trim: Stretch,
): HeardSelection {
  const { isSilenceRemoved, thresholdDb, isNormalized, volumePercent } = settings
  const silences = useMemo(
    () => silencesOf(measures, { isSilenceRemoved, thresholdDb }, trim),
    [measures, isSilenceRemoved, thresholdDb, trim],
  )
  const plan = useMemo(() => planCuts(trim, silences), [trim, silences])
  const level = useMemo(
    () => levelOf(measures, { isNormalized, volumePercent }, plan),
    [measures, isNormalized, volumePercent, plan],
  )
  return { ...level, silences, isAllSilent: isAllSilent(trim, silences), plan }
}
