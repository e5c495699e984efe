/** Runs a helper job that is killed if a single page takes too long. */
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../engine.ts'
import type { HelperJob } from '../process/helper-process.ts'
import type { WarmPool } from '../process/warm-pool.ts'

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

interface PageWatchdog {
  /** Aborts with the given signal or when no page was finished in time. */
  readonly signal: AbortSignal
  /** Restarts the timer. It first runs after the first call, so that waiting for a free helper does not count. */
  restart(): void
  hasStalled(): boolean
  stop(): void
}

/** Watchdog that aborts a job if a single page takes too long. */
export function createPageWatchdog(signal: AbortSignal, pageTimeoutMs: number): PageWatchdog {
  const stalled = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    restart() {
      clearTimeout(timer)
      timer = setTimeout(() => stalled.abort(), pageTimeoutMs)
    },
    hasStalled: () => stalled.signal.aborted && !signal.aborted,
    stop: () => clearTimeout(timer),
  }
}
