/** Processes every complete file of a folder once, with limited concurrency, until aborted or done. */

import { type FSWatcher, watch } from 'node:fs'
import { createSettledFiles, type SettledFile } from './settled-files.ts'

/** 'retry' when the failure is not specific to the file, e.g. an unreachable server. */
export type FileOutcome = 'settled' | 'retry'

export interface ProcessFolderSettings {
  readonly folder: string
  readonly settleMs: number
  /** Number of files processed concurrently. */
  readonly jobs: number
  /** Returns when no file is left to process. */
  readonly isOnce: boolean
  readonly signal: AbortSignal
  readonly isWanted: (file: SettledFile) => boolean
  readonly processFile: (file: SettledFile) => Promise<FileOutcome>
  /** Called when processing pauses before a retry. */
  readonly onPause: (seconds: number) => void
}

const pollIntervalMs = 5_000
const growingPollIntervalMs = 250
const firstPauseSeconds = 1
const longestPauseSeconds = 60

export async function processFolder(settings: ProcessFolderSettings): Promise<void> {
  const { folder, settleMs, jobs, isOnce, signal } = settings
  const files = createSettledFiles(folder, settleMs)
  const changes: FolderChanges = watchFolderChanges(folder)
  const running = new Map<string, Promise<void>>()
  let pauseSeconds = 0
  let pausedUntilMs = 0

  async function startFile(file: SettledFile): Promise<void> {
    const outcome = await settings.processFile(file)
    running.delete(file.name)
    changes.wake()
    if (outcome === 'settled') pauseSeconds = 0
    // Files that failed at the same time share one pause.
    else if (Date.now() >= pausedUntilMs && !signal.aborted) {
      pauseSeconds = Math.min(longestPauseSeconds, Math.max(firstPauseSeconds, pauseSeconds * 2))
      pausedUntilMs = Date.now() + pauseSeconds * 1000
      settings.onPause(pauseSeconds)
    }
  }

  try {
    while (!signal.aborted) {
      const { settled, growingCount } = await files.scan(
        file => !running.has(file.name) && settings.isWanted(file),
      )
      const leftMs = pausedUntilMs - Date.now()
      const free = leftMs > 0 ? 0 : jobs - running.size
      for (const file of settled.slice(0, free)) running.set(file.name, startFile(file))
      if (isOnce && growingCount + settled.length + running.size === 0) return
      await changes.wait(waitMs(growingCount, settled.length > free, leftMs), signal)
    }
  } finally {
    changes.close()
    await Promise.all(running.values())
  }
}

function waitMs(growingCount: number, hasMore: boolean, pausedMs: number): number {
  if (growingCount > 0) return growingPollIntervalMs
  return hasMore && pausedMs > 0 ? Math.min(pollIntervalMs, pausedMs) : pollIntervalMs
}

interface FolderChanges {
  /** Resolves early on a change, a wake or an abort; never rejects. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>
  /** Ends the current or next wait. */
  wake(): void
  close(): void
}

/** Waits for changes in a folder with `fs.watch`, with a timeout because not every file system reports changes. */
function watchFolderChanges(folder: string): FolderChanges {
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
