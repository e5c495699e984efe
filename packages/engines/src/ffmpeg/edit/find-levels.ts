/** Finds out by listening how levels have to change, and what there is to say about it. */

import type { AudioTrack } from '../probe/media-probe.ts'
import { evenedOut, heldBack, unmeasurable } from './edit-notes.ts'
import type { EditSettings } from './edit-settings.ts'
import type { Cut } from './find-cut.ts'
import { type LevelStage, levelFilters, preciseSamples } from './level-filters.ts'
import type { Listen } from './level-meter.ts'
import { normalize, volumeStage } from './level-plan.ts'

export interface Levels {
  readonly stages: readonly LevelStage[]
  readonly notes: readonly string[]
}

/** Turning down needs no look at what is turned down. */
export function needsMeter({ normalize: isNormalized, volume }: EditSettings): boolean {
  return volume > 0 && (isNormalized || volume > 1)
}

export async function findLevels(
  listen: Listen,
  cut: Cut,
  settings: EditSettings,
  track: AudioTrack,
): Promise<Levels> {
  const { volume } = settings
  const expectedSeconds = cut.samples / track.sampleRateHz
  const measure = async (filters: readonly string[]) =>
    (await listen({ filters: [...cut.filters, ...filters], isMeasured: true, expectedSeconds })).loudness

  if (!needsMeter(settings)) return withVolume([], [], volume, Number.NEGATIVE_INFINITY)
  const before = cut.loudness ?? (await measure([]))
  if (!settings.normalize) return withVolume([], [], volume, before.peakDb)
  const { lufs, peakDb } = before
  if (lufs === null) return withVolume([], [unmeasurable(expectedSeconds)], volume, peakDb)
  const { stage, after } = await normalize({ lufs, peakDb }, (tried, isExact) =>
    measure([preciseSamples, ...levelFilters([tried], track, isExact ? undefined : 1)]),
  )
  return withVolume([stage], [evenedOut(lufs, after)], volume, after.peakDb)
}

function withVolume(
  stages: readonly LevelStage[],
  notes: readonly string[],
  volume: number,
  peakDb: number,
): Levels {
  const last = volumeStage(volume, peakDb)
  if (last === null) return { stages, notes }
  return { stages: [...stages, last], notes: last.ceilingDb === null ? notes : [...notes, heldBack] }
}
