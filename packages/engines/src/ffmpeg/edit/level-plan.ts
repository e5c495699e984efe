/** Decides how levels change: to the wanted loudness, then to the wanted volume, and what must be held back on the way. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import type { LevelStage } from './level-filters.ts'
import type { Loudness } from './loudness.ts'

/** What peaks may reach when a recording is evened out: encoders add a little to them. */
const normalizedPeakDb = -1.5
/** What peaks may reach where a higher volume would cut them off. */
const heldPeakDb = -1
/** How far the signal may rise between two samples above both of them, at most. */
const hiddenPeakDb = 3
/** Below it so much lies under the meter's floor that more of it counts once it is louder. */
const hardlyAudibleLufs = -55

/** Close enough to stop: the meter itself speaks in tenths. */
const toleranceLu = 0.1
const quickTries = 4
const exactTries = 2
/** The more is held back, the less a louder signal gets through; it is never taken for less than this. */
const leastYield = 0.25

export interface NormalizedLevel {
  readonly stage: LevelStage
  readonly after: Loudness
}

/** Listens to the recording with this stage; `isExact` sees peaks between samples, which takes longer. */
export type TryStage = (stage: LevelStage, isExact: boolean) => Promise<Loudness>

/** Gain alone where that is enough. Where peaks are in the way they are held back, and the gain makes up for what that costs. */
export async function normalize(
  before: { readonly lufs: number; readonly peakDb: number },
  tryStage: TryStage,
): Promise<NormalizedLevel> {
  const { peakDb } = before
  let gainDb = normalizedLoudnessLufs - before.lufs
  const isFree = peakDb + gainDb + hiddenPeakDb <= normalizedPeakDb
  const stage = (): LevelStage => ({ gainDb, ceilingDb: isFree ? null : normalizedPeakDb })
  if (isFree && before.lufs > hardlyAudibleLufs)
    return { stage: stage(), after: { lufs: normalizedLoudnessLufs, peakDb: peakDb + gainDb } }

  let after: Loudness = before
  let last = { gainDb: 0, lufs: before.lufs }
  const isCorrected = async (isExact: boolean): Promise<boolean> => {
    after = await tryStage(stage(), isExact)
    const lufs = after.lufs ?? normalizedLoudnessLufs
    const missingLu = normalizedLoudnessLufs - lufs
    if (Math.abs(missingLu) <= toleranceLu) return false
    const yieldOfGain = (lufs - last.lufs) / (gainDb - last.gainDb)
    last = { gainDb, lufs }
    gainDb += missingLu / Math.min(1, Math.max(leastYield, yieldOfGain || 1))
    return true
  }
  for (let tries = 0; tries < quickTries && (await isCorrected(false)); tries += 1);
  for (let tries = 0; tries < exactTries && !isFree && (await isCorrected(true)); tries += 1);
  return { stage: stage(), after }
}

/** Louder than can be stored is held back rather than cut off. */
export function volumeStage(volume: number, peakDb: number): LevelStage | null {
  if (volume === 1) return null
  const gainDb = 20 * Math.log10(volume)
  return { gainDb, ceilingDb: volume > 1 && peakDb + gainDb > 0 ? heldPeakDb : null }
}
