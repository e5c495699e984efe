/** Runs a helper job that is killed if a single page takes too long. */
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../engine.ts'
import type { HelperJob } from '../process/helper-process.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import { createPageWatchdog } from './page-watchdog.ts'

type PageTimeoutJob = Pick<
  HelperJob,
  'request' | 'inputPath' | 'attachedPath' | 'outputPath' | 'signal' | 'onProgress'
> & {
  /** Format name for error messages. */
  readonly format: string
  readonly pageTimeoutMs: number
}

export async function runWithPageTimeout(
  pool: WarmPool,
  settings: EngineSettings,
  { format, pageTimeoutMs, ...job }: PageTimeoutJob,
): Promise<unknown> {
  const errorParams = { format }
  const watchdog = createPageWatchdog(job.signal, pageTimeoutMs)
  try {
    return await pool.run({
      ...job,
      signal: watchdog.signal,
      // Started here, so that a job that never reports progress times out as well.
      onStart: watchdog.restart,
      onProgress: progress => {
        watchdog.restart()
        job.onProgress(progress)
      },
      timeoutMs: settings.pdf.timeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
  } catch (error) {
    throw watchdog.hasStalled() ? new AppError('took-too-long', {}, { cause: error }) : error
  } finally {
    watchdog.stop()
  }
}
