/** Waits for changes in a folder with `fs.watch`, with a timeout because not every file system reports changes. */
import { type FSWatcher, watch } from 'node:fs'

export interface FolderChanges {
  /** Resolves early on a change, a wake or an abort; never rejects. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>
  /** Ends the current or next wait. */
  wake(): void
  close(): void
}

export function watchFolderChanges(folder: string): FolderChanges {
  let hasChanged = false
  let wake: () => void = () => undefined
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const watcher = startWatcher(folder, onChange)
  return {
    async wait(maxMs, signal) {
      if (!hasChanged && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, maxMs)
        signal.addEventListener('abort', () => resolve(), { once: true })
        await promise
        clearTimeout(timer)
      }
      hasChanged = false
    },
    wake: onChange,
    close: () => watcher?.close(),
  }
}

/** Undefined on network file systems and when the inotify limit is reached: the caller falls back to polling. */
function startWatcher(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on('error', () => undefined)
  } catch {
    return undefined
  }
}
