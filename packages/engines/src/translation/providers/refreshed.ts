/** Something that is looked up in the background and read at once: what a server offers, what lies in a folder. */

interface RefreshedSettings<Value> {
  readonly initial: Value
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** How long an answer holds, and how soon to ask again when there was none. */
  readonly holdsMs: number
  readonly retryMs: number
  readonly onFailure: (error: unknown) => void
  readonly now?: () => number
}

export interface Refreshed<Value> {
  /** What is known now; an old answer is renewed meanwhile. */
  read(): Value
  /** Looks again, and resolves when that has been answered or has failed. */
  refresh(): Promise<void>
  close(): void
}

export function createRefreshed<Value>(settings: RefreshedSettings<Value>): Refreshed<Value> {
  const { load, holdsMs, retryMs, onFailure, now = Date.now } = settings
  const closing = new AbortController()
  let value = settings.initial
  let holdsUntilMs = 0
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      value = await load(closing.signal)
      holdsUntilMs = now() + holdsMs
    } catch (error) {
      // What was known stays: a service that is down for a moment has not forgotten its languages.
      holdsUntilMs = now() + retryMs
      if (!closing.signal.aborted) onFailure(error)
    } finally {
      running = undefined
    }
  }
  const refresh = () => {
    running ??= look()
    return running
  }
  return {
    read() {
      if (now() >= holdsUntilMs && !closing.signal.aborted) refresh()
      return value
    },
    refresh,
    close: () => closing.abort(),
  }
}
