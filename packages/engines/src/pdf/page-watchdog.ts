/** Watchdog that aborts a job if a single page takes too long. */

export interface PageWatchdog {
  /** Aborts with the given signal or when no page was finished in time. */
  readonly signal: AbortSignal
  /** Restarts the timer. It first runs after the first call, so that waiting for a free helper does not count. */
  restart(): void
  hasStalled(): boolean
  stop(): void
}

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
