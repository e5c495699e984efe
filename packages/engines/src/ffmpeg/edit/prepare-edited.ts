/** Prepares an edit-audio task: measures the source, decides on cuts and levels, builds the ffmpeg arguments. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { formatIn } from '../../ability.ts'
import { requireAudio } from '../encoding/prepare-audio.ts'
import type { MediaPreparation, Task } from '../encoding/task.ts'
import { checkLength } from '../length/check-length.ts'
import { declaredLength } from '../length/length.ts'
import { measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { normalize, volumeStage } from './choose-levels.ts'
import { editedAttempts, uneditedAttempts } from './edit-attempts.ts'
import { allSilentNote, limiterNote, normalizedNote, notNormalizedNote } from './edit-notes.ts'
import { changesLevels, type EditSettings, isUnedited } from './edit-settings.ts'
import { shapedTrack } from './edited-audio.ts'
import { fadeFilters } from './filters.ts'
import { type Cut, findCut } from './find-cut.ts'
import { type LevelStage, levelFilters, preciseSamples } from './level-filters.ts'
import { type AnalyzeAudio, createLevelMeter } from './level-meter.ts'
import { shareProgress } from './share-progress.ts'

/** Relative to the working directory of ffmpeg. A graph with a thousand cuts exceeds the length of an argument. */
const graphName = 'edit.graph'

export async function prepareEdited(preparation: MediaPreparation<EditSettings>): Promise<Task> {
  const { context, source, step, probe, onProgress } = preparation
  const settings = step.options
  const found = requireAudio(preparation, false)
  const streams = [found.index]
  const declaredSeconds = declaredLength(probe, step.from, streams)
  const length = await checkLength(context, source, { streams, declaredSeconds, isMeasured: true })
  const [track = found] = measureAudioBytes([found], length.seconds, length.measured)
  const audio = [track, ...probe.audio.filter(other => other !== found)]
  const request = { track, cover: probe.cover, from: step.from, to: formatIn(editAudio.outputs, step.to) }
  const unchanged: Task = {
    before: describeMedia({ ...probe, audio }, { lengthSeconds: length.seconds }),
    lengthSeconds: length.seconds,
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
