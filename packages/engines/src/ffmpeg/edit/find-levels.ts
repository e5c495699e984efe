/** Determines the gain and limiter stages of an edit by measuring loudness, with notes for the user. */

import type { AudioTrack } from '../probe/media-probe.ts'
import { normalize, volumeStage } from './choose-levels.ts'
import { limiterNote, normalizedNote, notNormalizedNote } from './edit-notes.ts'
import type { EditSettings } from './edit-settings.ts'
import type { Cut } from './find-cut.ts'
import { type LevelStage, levelFilters, preciseSamples } from './level-filters.ts'
import type { AnalyzeAudio } from './level-meter.ts'

export interface LevelStages {
  readonly stages: readonly LevelStage[]
  readonly notes: readonly string[]
}

/** Attenuation never clips, so it needs no measurement. */
export function needsMeter({ normalize: isNormalized, volume }: EditSettings): boolean {
  return volume > 0 && (isNormalized || volume > 1)
}

export async function findLevels(
  analyze: AnalyzeAudio,
  cut: Cut,
  settings: EditSettings,
  track: AudioTrack,
): Promise<LevelStages> {
  const { volume } = settings
  const expectedSeconds = cut.samples / track.sampleRateHz
  const measure = async (filters: readonly string[]) =>
    (await analyze({ filters: [...cut.filters, ...filters], isMeasured: true, expectedSeconds })).loudness

  if (!needsMeter(settings)) return withVolume([], [], volume, Number.NEGATIVE_INFINITY)
  const before = cut.loudness ?? (await measure([]))
  if (!settings.normalize) return withVolume([], [], volume, before.peakDb)
  const { lufs, peakDb } = before
  if (lufs === null) return withVolume([], [notNormalizedNote(expectedSeconds)], volume, peakDb)
  const { stage, after } = await normalize({ lufs, peakDb }, (tried, isExact) =>
    measure([preciseSamples, ...levelFilters([tried], track, isExact ? undefined : 1)]),
  )
  return withVolume([stage], [normalizedNote(lufs, after)], volume, after.peakDb)
}

function withVolume(
  stages: readonly LevelStage[],
  notes: readonly string[],
  volume: number,
  peakDb: number,
): LevelStages {
  const last = volumeStage(volume, peakDb)
  if (last === null) return { stages, notes }
  return { stages: [...stages, last], notes: last.ceilingDb === null ? notes : [...notes, limiterNote] }
}
