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
import { editedAttempts, uneditedAttempts } from './edit-attempts.ts'
import { allSilentNote } from './edit-notes.ts'
import { changesLevels, type EditSettings, isUnedited } from './edit-settings.ts'
import { shapedTrack } from './edited-audio.ts'
import { fadeFilters } from './filters.ts'
import { findCut } from './find-cut.ts'
import { findLevels, needsMeter } from './find-levels.ts'
import { levelFilters, preciseSamples } from './level-filters.ts'
import { createLevelMeter } from './level-meter.ts'
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
