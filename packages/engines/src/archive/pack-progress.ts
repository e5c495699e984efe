/** Converts packed bytes to progress for the user. */
import { basename } from 'node:path'
import type { Progress } from '../engine.ts'
import { type Entry, totalBytes } from './entries.ts'
import { parsePackReport } from './parse-packer-output.ts'

/** The rest is for finishing the archive. */
const maxRunningPercent = 99

export interface PackProgress {
  /** Share from 0 to 1, and the index of the current file if known. */
  update(share: number, file?: number): void
  /** Output line of a packing program. */
  updateFromLine(line: string): void
}

export function createPackProgress(
  entries: readonly Entry[],
  onProgress: (progress: Progress) => void,
): PackProgress {
  const total = Math.max(1, totalBytes(entries))
  let best = 0
  let stage = 'Compressing'

  function update(share: number, file?: number): void {
    const name = file === undefined ? undefined : entries[file]?.name
    if (name !== undefined) stage = `Compressing ${basename(name)}`
    best = Math.max(best, Math.min(maxRunningPercent, Math.floor(share * 1000) / 10))
    onProgress({ percent: best, stage })
  }

  return {
    update,
    updateFromLine(line) {
      const parsed = parsePackReport(line)
      if (parsed !== undefined) update(parsed.doneBytes / total, parsed.file)
    },
  }
}
