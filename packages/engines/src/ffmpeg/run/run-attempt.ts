/** Runs ffmpeg once over a file and follows how far it gets. */
import { join } from 'node:path'
import type { Progress } from '../../engine.ts'
import { tooLong } from '../plan/refusals.ts'
import { type Attempt, type Task, workOf } from '../plan/task.ts'
import { inputArgs } from '../probe/demuxers.ts'
import { type FfmpegContext, type MediaSource, runMedia } from './media-process.ts'
import { type Pace, percentOf, progressArgs, readPace } from './progress.ts'
import { resultName } from './work-folder.ts'

export async function runAttempt(
  context: FfmpegContext,
  source: MediaSource,
  task: Task,
  attempt: Attempt,
  onProgress: (progress: Progress) => void,
): Promise<Pace> {
  const limits = context.settings.media
  const overrun = new AbortController()
  const stage = stageOf(attempt)
  const reader = readPace(pace => {
    // The file said less than it plays.
    if (pace.seconds > limits.maxDurationSeconds) overrun.abort()
    onProgress({ percent: percentOf(pace, task.lengthSeconds, task.startPercent), stage })
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
          // Some containers do not write when a picture is shown; copies need it.
          ...[...inputArgs(source.format), '-fflags', '+genpts', '-i', input],
          ...(task.moreInputs ?? []),
          ...task.unwantedTags.flatMap(name => ['-metadata', `${name}=`, '-metadata:s', `${name}=`]),
          ...attempt.args,
          // Sound may begin minutes after the pictures; memory is limited elsewhere.
          ...['-max_muxing_queue_size', '20000', join(outFolder, resultName)],
        ],
        onLine: reader.readLine,
      },
    )
  } catch (error) {
    throw overrun.signal.aborted && !source.signal.aborted ? tooLong(limits) : error
  }
  return reader.pace
}

function stageOf({ video, audio }: Attempt): string {
  const works = [video, audio].filter(work => work !== null)
  return workOf(works.map(work => ({ work }))) === 'copied' ? 'copy' : 'encode'
}
