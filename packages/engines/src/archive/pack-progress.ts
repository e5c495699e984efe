/** Turns bytes done into what people read while they wait. */
import { basename } from 'node:path'
import type { Progress } from '../engine.ts'
import { type Entry, totalBytes } from './entries.ts'
import { readReport } from './read-answer.ts'

/** The rest belongs to making the archive whole. */
const mostWhileRunning = 99

export interface PackProgress {
  /** 0 to 1, and what is being packed, if that is known. */
  tell(share: number, file?: number): void
  /** A line of one of our own programs. */
  tellLine(line: string): void
}

export function createPackProgress(
  entries: readonly Entry[],
  onProgress: (progress: Progress) => void,
): PackProgress {
  const total = Math.max(1, totalBytes(entries))
  let best = 0
  let stage = 'Compressing'

  function tell(share: number, file?: number): void {
    const name = file === undefined ? undefined : entries[file]?.name
    if (name !== undefined) stage = `Compressing ${basename(name)}`
    best = Math.max(best, Math.min(mostWhileRunning, Math.floor(share * 1000) / 10))
    onProgress({ percent: best, stage })
  }

  return {
    tell,
    tellLine(line) {
      const report = readReport(line)
      if (report !== undefined) tell(report.doneBytes / total, report.file)
    },
  }
}
