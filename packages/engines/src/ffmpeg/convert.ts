/** Converts one media file: probes it, prepares the ffmpeg arguments, runs ffmpeg and verifies the result. */
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { Progress, StepOutcome, StepRun } from '../engine.ts'
import { damagedFile, tooLong } from './encoding/refusals.ts'
import { type Attempt, type MediaPreparation, type Task, workOf } from './encoding/task.ts'
import { declaredLength, isMuchShorter, playedStreams } from './length/length.ts'
import { inputArgs } from './probe/demuxers.ts'
import { describeMedia } from './probe/describe-media.ts'
import { probeMedia } from './probe/probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from './run/media-process.ts'
import { createProgressReader, type FfmpegProgress, percentOf, progressArgs } from './run/progress.ts'
import { resultName, withMediaWorkFolder } from './run/work-folder.ts'

export function convertMedia<Options>(
  context: FfmpegContext,
  run: StepRun<Options>,
  prepare: (preparation: MediaPreparation<Options>) => Promise<Task>,
): Promise<StepOutcome> {
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const { step, signal, onProgress } = run
    const source: MediaSource = { path: run.inputPath, format: step.from, workFolder, signal }
    const probe = await probeMedia(context, source)
    const task = await prepare({ context, source, step, probe, onProgress })
    const notes = task.notes === undefined ? {} : { notes: task.notes }
    if (task.isUnchanged === true) return { ...(await copyUnchanged(run, task, workFolder)), ...notes }
    const outcome = await runTask(context, source, task, run)
    // A source that is incomplete stays incomplete with the fallback, too.
    if (isIncomplete(outcome, task)) throw damagedFile(step.from)
    const { attempt, after } = outcome
    await rename(join(workFolder, resultName), run.outputPath)
    run.onProgress({ percent: 100, stage: 'finish' })
    return { media: { before: task.before, after, video: attempt.video, audio: attempt.audio }, ...notes }
  })
}

/** Copies by way of the work folder, so that a large file appears at its destination in one rename. */
async function copyUnchanged(run: StepRun, { before }: Task, workFolder: string): Promise<StepOutcome> {
  await copyFile(run.inputPath, join(workFolder, resultName))
  if (run.signal.aborted) throw new AppError('cancelled')
  await rename(join(workFolder, resultName), run.outputPath)
  run.onProgress({ percent: 100, stage: 'finish' })
  return { media: { before, after: before, video: null, audio: 'copied' } }
}

interface Outcome {
  readonly attempt: Attempt
  readonly progress: FfmpegProgress
  readonly after: MediaDetails
}

/** Streams that cannot be copied into another container can often still be decoded, so encode everything then. */
async function runTask(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  run: StepRun,
): Promise<Outcome> {
  const runAndDescribe = async (attempt: Attempt): Promise<Outcome> => {
    const progress = await runAttempt(context, source, task, attempt, run.onProgress)
    run.onProgress({ percent: 95, stage: 'finish' })
    const after = await describeResult(context, { ...source, format: run.step.to }, attempt, progress)
    if (after === null) throw damagedFile(source.format)
    return { attempt, progress, after }
  }
  try {
    return await runAndDescribe(task.first)
  } catch (error) {
    if (!task.first.hasCopies || !isFileError(error)) throw error
    return runAndDescribe(task.fallback)
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'file-damaged' || error.code === 'unsupported-variant')
}

/** Null when a stream that was requested is missing from the result or cannot be decoded. */
async function describeResult(
  context: FfmpegContext,
  source: MediaSource,
  attempt: Attempt,
  progress: FfmpegProgress,
): Promise<MediaDetails | null> {
  const result = await probeMedia(context, { ...source, path: join(source.workFolder, resultName) })
  const lacksVideo = attempt.video !== null && (result.video?.pixelFormat ?? null) === null
  const lacksAudio = attempt.audio !== null && result.audio.length === 0
  if (lacksVideo || lacksAudio) return null
  const lengthSeconds = declaredLength(result, source.format, playedStreams(result)) ?? progress.seconds
  return describeMedia(result, { lengthSeconds })
}

/** ffmpeg skips over data it cannot read and still exits with 0. */
function isIncomplete({ attempt, progress, after }: Outcome, task: Task): boolean {
  const lacksFrames = attempt.video === 'encoded' && task.frames !== null && progress.frames < task.frames / 2
  const seconds = Math.max(progress.seconds, after.durationSeconds ?? 0)
  // Cover art is counted as a frame, too.
  const frames = attempt.video === null ? 0 : progress.frames
  return lacksFrames || isMuchShorter({ seconds, frames }, task.lengthSeconds)
}

/** Runs ffmpeg once to write the result and reports progress. */
async function runAttempt(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  attempt: Attempt,
  onProgress: (progress: Progress) => void,
): Promise<FfmpegProgress> {
  const limits = context.settings.media
  const overrun = new AbortController()
  const stage = stageOf(attempt)
  const reader = createProgressReader(progress => {
    // The duration limit also applies when the file declares less than it plays.
    if (progress.seconds > limits.maxDurationSeconds) overrun.abort()
    onProgress({ percent: percentOf(progress, task.lengthSeconds, task.startPercent), stage })
  })
  const signal = AbortSignal.any([source.signal, overrun.signal])
  try {
    await runMedia(
      context,
      { ...source, signal },
      {
        program: 'ffmpeg',
        args: ({ input, outFolder }) => [
          ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...progressArgs],
          // Some containers store no presentation timestamps, which copies need.
          ...[...inputArgs(source.format), '-fflags', '+genpts', '-i', input],
          ...(task.moreInputs ?? []),
          ...task.unwantedTags.flatMap(name => ['-metadata', `${name}=`, '-metadata:s', `${name}=`]),
          ...attempt.args,
          // Audio may start minutes after the video; memory has its own limit.
          ...['-max_muxing_queue_size', '20000', join(outFolder, resultName)],
        ],
        onLine: reader.readLine,
      },
    )
  } catch (error) {
    throw overrun.signal.aborted && !source.signal.aborted ? tooLong(limits) : error
  }
  return reader.progress
}

function stageOf({ video, audio }: Attempt): string {
  const works = [video, audio].filter(work => work !== null)
  return workOf(works.map(work => ({ work }))) === 'copied' ? 'copy' : 'encode'
}
