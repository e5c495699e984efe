/** Prepares an edit-audio task: measures the source, decides on cuts and levels, builds the ffmpeg arguments. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editAudio, normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import { formatIn } from '../../ability.ts'
import { requireAudio } from '../encoding/prepare-audio.ts'
import type { MediaPreparation, Task } from '../encoding/task.ts'
import { checkLength } from '../length/check-length.ts'
import { declaredLength } from '../length/length.ts'
import { measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { editedAttempts, uneditedAttempts } from './edit-attempts.ts'
import { changesLevels, type EditSettings, isUnedited } from './edit-settings.ts'
import { shapedTrack } from './edited-audio.ts'
import { fadeFilters } from './filters.ts'
import { type Cut, findCut } from './find-cut.ts'
import { type AnalyzeAudio, createLevelMeter } from './level-meter.ts'
import type { Loudness } from './loudness.ts'
import { shareProgress } from './share-progress.ts'

/** Relative to the working directory of ffmpeg. A graph with a thousand cuts exceeds the length of an argument. */
const graphName = 'edit.graph'

export async function prepareEdited(preparation: MediaPreparation<EditSettings>): Promise<Task> {
  const { context, source, step, probe, onProgress } = preparation
  const settings = step.options
  const found = requireAudio(preparation, false)
  const streams = [found.index]
  const declaredSeconds = declaredLength(probe, step.from, streams)
  const { headerSeconds } = probe
  const length = await checkLength(context, source, {
    ...{ streams, declaredSeconds, headerSeconds },
    isMeasured: true,
  })
  const [track = found] = measureAudioBytes([found], length.seconds, length.measured)
  const audio = [track, ...probe.audio.filter(other => other !== found)]
  const request = { track, cover: probe.cover, from: step.from, to: formatIn(editAudio.outputs, step.to) }
  const unchanged: Task = {
    before: describeMedia({ ...probe, audio }, { lengthSeconds: length.seconds }),
    lengthSeconds: length.seconds,
    missedSeconds: length.missedSeconds,
    frames: null,
    unwantedTags: probe.unwantedTags,
    isUnchanged: step.from === step.to,
    ...uneditedAttempts(request),
  }
  if (isUnedited(settings)) return unchanged

  const { workFolder } = source
  const rateHz = track.sampleRateHz
  const progress = shareProgress(onProgress)
  const meter = createLevelMeter(context, source, track, progress)
  const isMeasured = needsMeter(settings)
  const shaped = shapedTrack(track, request.to)
  const cut = await findCut(meter.analyze, {
    ...{ settings, format: step.from, track, length, isMeasured, workFolder },
    shape: shaped === track ? [] : [`aformat=channel_layouts=${shaped.layout}`],
  })
  const cutNotes = cut.isAllSilent ? [allSilentNote(settings.silenceThreshold)] : []
  if (cut.isWhole && !changesLevels(settings))
    return { ...unchanged, notes: cutNotes, startPercent: progress.percent }

  const { stages, notes } = await findLevels(meter.analyze, cut, settings, shaped)
  const changes = [...levelFilters(stages, shaped), ...fadeFilters(cut.samples, rateHz, settings)]
  const changesSamples = changes.length > 0
  const { graph, ...attempts } = editedAttempts({
    ...request,
    filters: [...cut.filters, ...(changesSamples ? [preciseSamples, ...changes] : [])],
    changesSamples,
    isSilent: settings.volume === 0,
    isShifted: !cut.isWhole,
    graphName,
    audioMap: meter.input.map,
  })
  await writeFile(join(workFolder, graphName), graph)
  return {
    ...unchanged,
    ...attempts,
    moreInputs: meter.input.more,
    isUnchanged: false,
    lengthSeconds: cut.samples / rateHz,
    startPercent: progress.percent,
    notes: [...cutNotes, ...notes],
  }
}

/** Determines the gain and limiter stages of an edit by measuring loudness, with notes for the user. */
interface LevelStages {
  readonly stages: readonly LevelStage[]
  readonly notes: readonly string[]
}

/** Attenuation never clips, so it needs no measurement. */
function needsMeter({ normalize: isNormalized, volume }: EditSettings): boolean {
  return volume > 0 && (isNormalized || volume > 1)
}

async function findLevels(
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

/** Length of one EBU R128 gating block. */
const minSeconds = 0.4

const decibels = (value: number, digits = 1) => value.toFixed(digits).replace('-', '−')

function notNormalizedNote(seconds: number): string {
  return seconds < minSeconds
    ? 'The audio is too short to measure its loudness, so it was not normalized.'
    : 'The audio is silent, so its loudness was not normalized.'
}

function normalizedNote(before: number, { lufs }: Loudness): string {
  const now = lufs ?? normalizedLoudnessLufs
  return `Loudness changed from ${decibels(before)} to ${decibels(now)} LUFS.`
}

function allSilentNote(thresholdDb: number): string {
  return `Nothing is louder than ${decibels(thresholdDb, 0)} dB for long enough, so no silence was removed.`
}

const limiterNote =
  'A limiter was applied, because the loudest parts would have been distorted at this volume.'

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

interface NormalizedLevel {
  readonly stage: LevelStage
  readonly after: Loudness
}

/** Measures the audio with this stage applied; `isExact` includes inter-sample peaks, which is slower. */
type TryStage = (stage: LevelStage, isExact: boolean) => Promise<Loudness>

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

/** Precedes all filters that change sample values, so that rounding happens only once, at the end. */
const preciseSamples = 'aformat=sample_fmts=dbl'

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

/** ffmpeg filters that change levels: gain, and a limiter where peaks must stay below a ceiling. */
function levelFilters(
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
