/** The time a process that stops has left: it ends by the clock, or at once when somebody asks a second time. */

export interface Drain {
  /** Aborts when nothing may go on any longer. */
  readonly over: AbortSignal
  /** Nothing is left to wait for. */
  done(): void
}

export function startDrain(seconds: number, hurry: AbortSignal): Drain {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), seconds * 1000)
  return { over: AbortSignal.any([clock.signal, hurry]), done: () => clearTimeout(timer) }
}
