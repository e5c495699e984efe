/** Stale-while-revalidate cache for a value that is loaded in the background. */

interface RefreshingCacheSettings<Value> {
  readonly initial: Value
  readonly load: (signal: AbortSignal) => Promise<Value>
  /** Time to live of a value, and retry interval after a failure. */
  readonly ttlMs: number
  readonly retryMs: number
  readonly onFailure: (error: unknown) => void
  readonly now?: () => number
}

export interface RefreshingCache<Value> {
  /** The current value; an expired one is refreshed in the background. */
  read(): Value
  /** Resolves when the value is loaded or loading has failed. */
  refresh(): Promise<void>
  close(): void
}

export function createRefreshingCache<Value>(
  settings: RefreshingCacheSettings<Value>,
): RefreshingCache<Value> {
  const { load, ttlMs, retryMs, onFailure, now = Date.now } = settings
  const closing = new AbortController()
  let value = settings.initial
  let expiresAtMs = 0
  let running: Promise<void> | undefined

  async function reload(): Promise<void> {
    try {
      value = await load(closing.signal)
      expiresAtMs = now() + ttlMs
    } catch (error) {
      // Keep the last value: a temporary outage does not change the supported languages.
      expiresAtMs = now() + retryMs
      if (!closing.signal.aborted) onFailure(error)
    } finally {
      running = undefined
    }
  }
  const refresh = () => {
    running ??= reload()
    return running
  }
  return {
    read() {
      if (now() >= expiresAtMs && !closing.signal.aborted) refresh()
      return value
    },
    refresh,
    close: () => closing.abort(),
  }
}
