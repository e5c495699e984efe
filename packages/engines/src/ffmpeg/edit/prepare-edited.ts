/** Gets an edited recording ready: listens to what is there, decides, and makes the arguments. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { Progress } from '../../engine.ts'
import { checkedLength } from '../length/checked-length.ts'
import { declaredLength } from '../length/length.ts'
import { measureAudioBytes } from '../length/measure-audio-bytes.ts'
import type { AudioFormat } from '../plan/plan-audio.ts'
import { requireAudio } from '../plan/prepare-audio.ts'
import type { Task } from '../plan/task.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { MediaProbe } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { editedAttempts, plainAttempts } from './edit-attempts.ts'
import { allSilent } from './edit-notes.ts'
import { changesLevels, isPlain, readSettings } from './edit-settings.ts'
import { shapedTrack } from './edited-audio.ts'
import { fadeFilters } from './filters.ts'
import { findCut } from './find-cut.ts'
import { findLevels, needsMeter } from './find-levels.ts'
import { levelFilters, preciseSamples } from './level-filters.ts'
import { createLevelMeter } from './level-meter.ts'
import { shareProgress } from './share-progress.ts'

/** In the folder ffmpeg starts in; a list of a thousand pauses is too long for an argument. */
const graphName = 'edit.graph'

export async function prepareEdited(
  context: FfmpegContext,
  source: MediaSource,
  step: PlanStep,
  probe: MediaProbe,
  onProgress: (progress: Progress) => void,
): Promise<Task> {
  const settings = readSettings(step)
  const found = requireAudio(context, step, probe)
  const streams = [found.index]
  const declaredSeconds = declaredLength(probe, step.from, streams)
  const length = await checkedLength(context, source, { streams, declaredSeconds, isMeasured: true })
  const [track = found] = measureAudioBytes([found], length.seconds, length.measured)
  const audio = [track, ...probe.audio.filter(other => other !== found)]
  const writing = { track, cover: probe.cover, from: step.from, to: step.to as AudioFormat }
  const asItIs: Task = {
    before: describeMedia({ ...probe, audio }, { lengthSeconds: length.seconds }),
    lengthSeconds: length.seconds,
    frames: null,
    unwantedTags: probe.unwantedTags,
    isUnchanged: step.from === step.to,
    ...plainAttempts(writing),
  }
  if (isPlain(settings)) return asItIs

  const { workFolder } = source
  const rateHz = track.sampleRateHz
  const progress = shareProgress(onProgress)
  const levelMeter = createLevelMeter(context, source, track, progress)
  const isMeasured = needsMeter(settings)
  const shaped = shapedTrack(track, writing.to)
  const cut = await findCut(levelMeter.listen, {
    ...{ settings, format: step.from, track, length, isMeasured, workFolder },
    shape: shaped === track ? [] : [`aformat=channel_layouts=${shaped.layout}`],
  })
  const cutNotes = cut.isAllSilent ? [allSilent(settings.silenceThreshold)] : []
  if (cut.isWhole && !changesLevels(settings))
    return { ...asItIs, notes: cutNotes, startPercent: progress.percent }

  const { stages, notes } = await findLevels(levelMeter.listen, cut, settings, shaped)
  const changes = [...levelFilters(stages, shaped), ...fadeFilters(cut.samples, rateHz, settings)]
  const hasNewValues = changes.length > 0
  const { graph, ...attempts } = editedAttempts({
    ...writing,
    filters: [...cut.filters, ...(hasNewValues ? [preciseSamples, ...changes] : [])],
    hasNewValues,
    isSilent: settings.volume === 0,
    isShifted: !cut.isWhole,
    graphName,
    audioMap: levelMeter.input.map,
  })
  await writeFile(join(workFolder, graphName), graph)
  return {
    ...asItIs,
    ...attempts,
    moreInputs: levelMeter.input.more,
    isUnchanged: false,
    lengthSeconds: cut.samples / rateHz,
    startPercent: progress.percent,
    notes: [...cutNotes, ...notes],
  }
}
