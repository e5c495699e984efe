/** Ends a job that stays on one page for too long. */

export interface PageWatch {
  /** Aborts when the given one does, or when no page has been finished in time. */
  readonly signal: AbortSignal
  /** Counting starts with the first sign of work and again with every further one: waiting for a free helper is no stall. */
  seen(): void
  hasStalled(): boolean
  stop(): void
}

export function watchPages(signal: AbortSignal, pageTimeoutMs: number): PageWatch {
  const stalled = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    seen() {
      clearTimeout(timer)
      timer = setTimeout(() => stalled.abort(), pageTimeoutMs)
    },
    hasStalled: () => stalled.signal.aborted && !signal.aborted,
    stop: () => clearTimeout(timer),
  }
}
