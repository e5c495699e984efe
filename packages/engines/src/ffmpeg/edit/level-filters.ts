/** The filters that change levels: gain, and a limiter where peaks must stay below a ceiling. */
import type { AudioTrack } from '../probe/media-probe.ts'

/** Stands before everything that changes values: nothing is rounded before the end. */
export const preciseSamples = 'aformat=sample_fmts=dbl'

/** One change of level; with a ceiling, peaks are held below it. */
export interface LevelStage {
  readonly gainDb: number
  /** In dB below full scale, between samples, too. */
  readonly ceilingDb: number | null
}

/** Back at their own rate, peaks that were held grow again by so much at most, as measured. */
const regrowthDb = 0.3

type Channels = Pick<AudioTrack, 'channels' | 'layout' | 'sampleRateHz'>

/** Enough that what lies between samples is seen. */
const peakRateHz = 176_400

/** How many times as many samples a limiter needs to see true peaks. */
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

/** The limiter looks ahead on the first two channels alone. Of more, a channel in front of them that holds the highest of all leads it. */
function limiterFilters(ceilingDb: number, { channels, layout }: Channels): readonly string[] {
  const limit = (10 ** ((ceilingDb - regrowthDb) / 20)).toFixed(6)
  const limiter = `alimiter=limit=${limit}:attack=5:release=100:level=0:latency=1`
  if (channels <= 2) return [limiter]
  const all = Array.from({ length: channels }, (_, index) => index)
  const highest = all.map(index => `abs(val(${index}))`).reduce((one, other) => `max(${one},${other})`)
  const led = [highest, ...all.map(index => `val(${index})`)].join('|')
  const back = all.map(index => `c${index}=c${index + 1}`).join('|')
  return [`aeval='${led}':c=${channels + 1}c`, limiter, `pan=${layout ?? usualLayout(channels)}|${back}`]
}

function usualLayout(channels: number): string {
  return ['3.0', '4.0', '5.0', '5.1', '6.1', '7.1'][channels - 3] ?? `${channels}c`
}
