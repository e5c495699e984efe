/** Gives a job to a pool and ends it when it stays on one page for too long. */
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../engine.ts'
import type { HelperJob } from '../process/helper-process.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import { watchPages } from './watch-pages.ts'

type WatchedJob = Pick<
  HelperJob,
  'request' | 'inputPath' | 'attachedPath' | 'outputPath' | 'signal' | 'onProgress'
> & {
  /** What the file is called in messages. */
  readonly format: string
  readonly pageTimeoutMs: number
}

export async function runWatched(
  pool: WarmPool,
  settings: EngineSettings,
  { format, pageTimeoutMs, ...job }: WatchedJob,
): Promise<unknown> {
  const errorParams = { format }
  const watch = watchPages(job.signal, pageTimeoutMs)
  try {
    return await pool.run({
      ...job,
      signal: watch.signal,
      // Counted from here: a job that never reports anything must end, too.
      onStart: watch.seen,
      onProgress: progress => {
        watch.seen()
        job.onProgress(progress)
      },
      timeoutMs: settings.pdf.timeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
  } catch (error) {
    throw watch.hasStalled() ? new AppError('took-too-long', {}, { cause: error }) : error
  } finally {
    watch.stop()
  }
}
