/** Chooses gain and limiter: first to the target loudness, then to the requested volume. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import type { LevelStage } from './level-filters.ts'
import type { Loudness } from './loudness.ts'

/** Peak ceiling after normalization, with headroom for the overshoot of lossy encoders. */
const normalizedPeakDb = -1.5
/** Peak ceiling where a higher volume would clip. */
const limitedPeakDb = -1
/** Upper bound for how far an inter-sample peak exceeds its neighboring samples. */
const maxInterSamplePeakDb = 3
/** Below this so many blocks are gated that more of them count once the signal is louder. */
const nearGateLufs = -55

/** The meter reports tenths. */
const toleranceLu = 0.1
const quickTries = 4
const exactTries = 2
/** Loudness gained per dB of gain falls the more the limiter works; assume at least this. */
const minYield = 0.25

export interface NormalizedLevel {
  readonly stage: LevelStage
  readonly after: Loudness
}

/** Measures the audio with this stage applied; `isExact` includes inter-sample peaks, which is slower. */
export type TryStage = (stage: LevelStage, isExact: boolean) => Promise<Loudness>

/** Plain gain where peaks allow it; otherwise a limiter, with extra gain for the loudness that it costs. */
export async function normalize(
  before: { readonly lufs: number; readonly peakDb: number },
  tryStage: TryStage,
): Promise<NormalizedLevel> {
  const { peakDb } = before
  let gainDb = normalizedLoudnessLufs - before.lufs
  const needsNoLimiter = peakDb + gainDb + maxInterSamplePeakDb <= normalizedPeakDb
  const stage = (): LevelStage => ({ gainDb, ceilingDb: needsNoLimiter ? null : normalizedPeakDb })
  if (needsNoLimiter && before.lufs > nearGateLufs)
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
    gainDb += missingLu / Math.min(1, Math.max(minYield, yieldOfGain || 1))
    return true
  }
  for (let tries = 0; tries < quickTries && (await isCorrected(false)); tries += 1);
  for (let tries = 0; tries < exactTries && !needsNoLimiter && (await isCorrected(true)); tries += 1);
  return { stage: stage(), after }
}

/** Limits instead of clipping when the requested volume exceeds full scale. */
export function volumeStage(volume: number, peakDb: number): LevelStage | null {
  if (volume === 1) return null
  const gainDb = 20 * Math.log10(volume)
  return { gainDb, ceilingDb: volume > 1 && peakDb + gainDb > 0 ? limitedPeakDb : null }
}
