/** Gives every whole file of a folder to be worked once, some at a time, for as long as it is wanted. */
import { type FolderChanges, watchChanges } from './folder-changes.ts'
import { createSettledFiles, type SettledFile } from './settled-files.ts'

/** 'later' when it says nothing about the file: it will be tried again. */
export type FileOutcome = 'settled' | 'later'

export interface FollowSettings {
  readonly folder: string
  readonly settleMs: number
  /** At once. */
  readonly jobs: number
  /** Ends when everything there is done. */
  readonly isOnce: boolean
  readonly signal: AbortSignal
  readonly isWanted: (file: SettledFile) => boolean
  readonly work: (file: SettledFile) => Promise<FileOutcome>
  /** Everything waits so long, because nothing can be worked at the moment. */
  readonly onPause: (seconds: number) => void
}

const lookAnywayMs = 5_000
const lookAgainMs = 250
const firstPauseSeconds = 1
const longestPauseSeconds = 60

export async function followFolder(settings: FollowSettings): Promise<void> {
  const { folder, settleMs, jobs, isOnce, signal } = settings
  const files = createSettledFiles(folder, settleMs)
  const changes: FolderChanges = watchChanges(folder)
  const running = new Map<string, Promise<void>>()
  let pauseSeconds = 0
  let pausedUntilMs = 0

  async function workOn(file: SettledFile): Promise<void> {
    const outcome = await settings.work(file)
    running.delete(file.name)
    changes.wake()
    if (outcome === 'settled') pauseSeconds = 0
    // Those that failed together wait together.
    else if (Date.now() >= pausedUntilMs && !signal.aborted) {
      pauseSeconds = Math.min(longestPauseSeconds, Math.max(firstPauseSeconds, pauseSeconds * 2))
      pausedUntilMs = Date.now() + pauseSeconds * 1000
      settings.onPause(pauseSeconds)
    }
  }

  try {
    while (!signal.aborted) {
      const { settled, growingCount } = await files.look(
        file => !running.has(file.name) && settings.isWanted(file),
      )
      const leftMs = pausedUntilMs - Date.now()
      const free = leftMs > 0 ? 0 : jobs - running.size
      for (const file of settled.slice(0, free)) running.set(file.name, workOn(file))
      if (isOnce && growingCount + settled.length + running.size === 0) return
      await changes.wait(waitMs(growingCount, settled.length > free, leftMs), signal)
    }
  } finally {
    changes.close()
    await Promise.all(running.values())
  }
}

function waitMs(growingCount: number, hasMore: boolean, pausedMs: number): number {
  if (growingCount > 0) return lookAgainMs
  return hasMore && pausedMs > 0 ? Math.min(lookAnywayMs, pausedMs) : lookAnywayMs
}
