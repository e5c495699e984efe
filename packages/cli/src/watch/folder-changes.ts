/** Waits until a folder has changed, or until it is time to look anyway: not every file system tells. */
import { type FSWatcher, watch } from 'node:fs'

export interface FolderChanges {
  /** Ends early when something changes or the signal comes; never throws. */
  wait(mostMs: number, signal: AbortSignal): Promise<void>
  /** Somebody else knows that there is something to look at. */
  wake(): void
  close(): void
}

export function watchChanges(folder: string): FolderChanges {
  let hasChanged = false
  let wake: () => void = () => undefined
  const notice = () => {
    hasChanged = true
    wake()
  }
  const watcher = startWatcher(folder, notice)
  return {
    async wait(mostMs, signal) {
      if (!hasChanged && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, mostMs)
        signal.addEventListener('abort', () => resolve(), { once: true })
        await promise
        clearTimeout(timer)
      }
      hasChanged = false
    },
    wake: notice,
    close: () => watcher?.close(),
  }
}

/** Network file systems have no watchers, and a system may have run out of them: then we only look. */
function startWatcher(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on('error', () => undefined)
  } catch {
    return undefined
  }
}
