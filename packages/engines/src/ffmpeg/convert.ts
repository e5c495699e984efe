/** Turns one film or recording into another: looks, plans, runs ffmpeg, looks at the result. */
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { StepOutcome, StepRun } from '../engine.ts'
import type { FfmpegAbility } from './abilities.ts'
import { prepareEdited } from './edit/prepare-edited.ts'
import { declaredLength, isMuchShorter, playedStreams } from './length/length.ts'
import { prepareAudio } from './plan/prepare-audio.ts'
import { prepareVideo } from './plan/prepare-video.ts'
import { damaged } from './plan/refusals.ts'
import type { Attempt, Task } from './plan/task.ts'
import { describeMedia } from './probe/describe-media.ts'
import { probeMedia } from './probe/probe.ts'
import type { FfmpegContext, MediaSource } from './run/media-process.ts'
import type { Pace } from './run/progress.ts'
import { runAttempt } from './run/run-attempt.ts'
import { resultName, withWorkFolder } from './run/work-folder.ts'
import { prepareSubtitled } from './subtitles/prepare-subtitled.ts'

const preparations = {
  'ffmpeg-video': prepareVideo,
  'ffmpeg-audio': prepareAudio,
  'ffmpeg-subtitles': prepareSubtitled,
  'ffmpeg-edit-audio': prepareEdited,
} as const satisfies Record<FfmpegAbility, unknown>

export function convert(context: FfmpegContext, run: StepRun): Promise<StepOutcome> {
  return withWorkFolder(run.outputPath, async workFolder => {
    const { step, signal } = run
    const source: MediaSource = { path: run.inputPath, format: step.from, workFolder, signal }
    const probe = await probeMedia(context, source)
    const prepare = preparations[step.ability as FfmpegAbility]
    const task = await prepare(context, source, step, probe, run.onProgress)
    const notes = task.notes === undefined ? {} : { notes: task.notes }
    if (task.isUnchanged === true) return { ...(await handBack(run, task, workFolder)), ...notes }
    const outcome = await runTask(context, source, task, run)
    // What the file does not have, no other way would bring back.
    if (isIncomplete(outcome, task)) throw damaged(step.from)
    const { attempt, after } = outcome
    await rename(join(workFolder, resultName), run.outputPath)
    run.onProgress({ percent: 100, stage: 'finish' })
    return { media: { before: task.before, after, video: attempt.video, audio: attempt.audio }, ...notes }
  })
}

/** By way of the folder for unfinished files: a large one takes its time. */
async function handBack(run: StepRun, { before }: Task, workFolder: string): Promise<StepOutcome> {
  await copyFile(run.inputPath, join(workFolder, resultName))
  if (run.signal.aborted) throw new AppError('cancelled')
  await rename(join(workFolder, resultName), run.outputPath)
  run.onProgress({ percent: 100, stage: 'finish' })
  return { media: { before, after: before, video: null, audio: 'copied' } }
}

interface Outcome {
  readonly attempt: Attempt
  readonly pace: Pace
  readonly after: MediaDetails
}

/** Files that cannot be taken apart and put together again can often still be played, and so encoded. */
async function runTask(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  run: StepRun,
): Promise<Outcome> {
  const go = async (attempt: Attempt): Promise<Outcome> => {
    const pace = await runAttempt(context, source, task, attempt, run.onProgress)
    run.onProgress({ percent: 95, stage: 'finish' })
    const after = await describeResult(context, { ...source, format: run.step.to }, attempt, pace)
    if (after === null) throw damaged(source.format)
    return { attempt, pace, after }
  }
  try {
    return await go(task.first)
  } catch (error) {
    if (!task.first.hasCopies || !isAboutTheFile(error)) throw error
    return go(task.careful)
  }
}

function isAboutTheFile(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'file-damaged' || error.code === 'unsupported-variant')
}

/** Null when something that should be in it cannot be seen or heard. */
async function describeResult(
  context: FfmpegContext,
  source: MediaSource,
  attempt: Attempt,
  pace: Pace,
): Promise<MediaDetails | null> {
  const result = await probeMedia(context, { ...source, path: join(source.workFolder, resultName) })
  const lacksVideo = attempt.video !== null && (result.video?.pixelFormat ?? null) === null
  const lacksAudio = attempt.audio !== null && result.audio.length === 0
  if (lacksVideo || lacksAudio) return null
  const lengthSeconds = declaredLength(result, source.format, playedStreams(result)) ?? pace.seconds
  return describeMedia(result, { lengthSeconds })
}

/** ffmpeg goes on where it can and ends content, however little it could read. */
function isIncomplete({ attempt, pace, after }: Outcome, task: Task): boolean {
  const lacksImages = attempt.video === 'encoded' && task.frames !== null && pace.frames < task.frames / 2
  const seconds = Math.max(pace.seconds, after.durationSeconds ?? 0)
  // A sleeve counts as a picture, too.
  const frames = attempt.video === null ? 0 : pace.frames
  return lacksImages || isMuchShorter({ seconds, frames }, task.lengthSeconds)
}
