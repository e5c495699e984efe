/** ffmpeg filters that change levels: gain, and a limiter where peaks must stay below a ceiling. */
import type { AudioTrack } from '../probe/media-probe.ts'

/** Precedes all filters that change sample values, so that rounding happens only once, at the end. */
export const preciseSamples = 'aformat=sample_fmts=dbl'

/** One level change; with a ceiling, a limiter keeps peaks below it. */
export interface LevelStage {
  readonly gainDb: number
  /** True-peak ceiling in dBFS, which includes peaks between samples. */
  readonly ceilingDb: number | null
}

/** Resampling back to the original rate raises limited peaks by at most this much (measured). */
const regrowthDb = 0.3

type Channels = Pick<AudioTrack, 'channels' | 'layout' | 'sampleRateHz'>

/** Sample rate at which inter-sample peaks become visible to a sample-peak limiter. */
const peakRateHz = 176_400

/** Oversampling factor that lets the limiter see true peaks. */
function peakFactor(rateHz: number): number {
  if (rateHz >= peakRateHz) return 1
  return rateHz * 2 >= peakRateHz ? 2 : 4
}

export function levelFilters(
  stages: readonly LevelStage[],
  track: Channels,
  factor = peakFactor(track.sampleRateHz),
): readonly string[] {
  return stages.flatMap(stage => stageFilters(stage, track, factor))
}

function stageFilters({ gainDb, ceilingDb }: LevelStage, track: Channels, factor: number): readonly string[] {
  const gain = gainDb === Number.NEGATIVE_INFINITY ? '0' : `${gainDb.toFixed(4)}dB`
  const volume = `volume=${gain}:precision=double`
  if (ceilingDb === null) return [volume]
  const { sampleRateHz } = track
  const limiter = limiterFilters(ceilingDb, track)
  if (factor === 1) return [volume, ...limiter]
  return [volume, `aresample=${sampleRateHz * factor}`, ...limiter, `aresample=${sampleRateHz}`]
}

/** alimiter looks ahead on the first two channels only; with more, prepend a channel that holds the maximum of all. */
function limiterFilters(ceilingDb: number, { channels, layout }: Channels): readonly string[] {
  const limit = (10 ** ((ceilingDb - regrowthDb) / 20)).toFixed(6)
  const limiter = `alimiter=limit=${limit}:attack=5:release=100:level=0:latency=1`
  if (channels <= 2) return [limiter]
  const all = Array.from({ length: channels }, (_, index) => index)
  const highest = all.map(index => `abs(val(${index}))`).reduce((one, other) => `max(${one},${other})`)
  const led = [highest, ...all.map(index => `val(${index})`)].join('|')
  const back = all.map(index => `c${index}=c${index + 1}`).join('|')
  return [`aeval='${led}':c=${channels + 1}c`, limiter, `pan=${layout ?? defaultLayout(channels)}|${back}`]
}

function defaultLayout(channels: number): string {
  return ['3.0', '4.0', '5.0', '5.1', '6.1', '7.1'][channels - 3] ?? `${channels}c`
}
