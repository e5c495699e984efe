interface Drain {
  /** Aborted when remaining work must be cut off. */
  readonly deadline: AbortSignal
  /** Everything has finished: clears the timer. */
  done(): void
}

/** Shutdown timer: expires after the drain period, or at once on a second signal. */
export function startDrain(seconds: number, force: AbortSignal): Drain {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), seconds * 1000)
  return { deadline: AbortSignal.any([timeout.signal, force]), done: () => clearTimeout(timer) }
}
