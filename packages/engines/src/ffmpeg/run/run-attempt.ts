/** Runs ffmpeg once to write the result and reports progress. */
import { join } from 'node:path'
import type { Progress } from '../../engine.ts'
import { tooLong } from '../encoding/refusals.ts'
import { type Attempt, type Task, workOf } from '../encoding/task.ts'
import { inputArgs } from '../probe/demuxers.ts'
import { type FfmpegContext, type MediaSource, runMedia } from './media-process.ts'
import { createProgressReader, type FfmpegProgress, percentOf, progressArgs } from './progress.ts'
import { resultName } from './work-folder.ts'

export async function runAttempt(
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
