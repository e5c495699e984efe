/**
 * Computes how the selection will sound; the cut list keeps its identity while it is unchanged, so that playback is
 * not restarted.
 */
import { useMemo } from 'react'
import type { AudioMeasurements } from '../measure/audio-measurements.ts'
import { findSelectionSilences, type OutputLevel, outputLevelOf } from './analyze-selection.ts'
import { type CutList, createCutList, isAllSilent } from './cut-list.ts'
import type { EditSettings } from './edit-settings.ts'
import type { TimeRange } from './time-range.ts'

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
