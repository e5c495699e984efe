/** Tells which files of a folder are whole: those that have not changed for a while. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStamp } from './watch-ledger.ts'

export interface SettledFile extends FileStamp {
  readonly name: string
  readonly path: string
}

export interface FolderLook {
  readonly settled: readonly SettledFile[]
  /** Files that may still be growing. */
  readonly growingCount: number
}

/** Hidden ones, and what browsers, editors and copying programs write to before a file has its name. */
const temporaryName = /^\.|~$|^~\$|\.(?:part|partial|crdownload|download|tmp|temp|swp|filepart)$/i

interface Seen extends FileStamp {
  readonly sinceMs: number
}

export function createSettledFiles(folder: string, settleMs: number, nowMs = () => Date.now()) {
  let seen = new Map<string, Seen>()

  async function look(isWanted: (file: SettledFile) => boolean): Promise<FolderLook> {
    const settled: SettledFile[] = []
    const next = new Map<string, Seen>()
    let growingCount = 0
    for (const name of (await readdir(folder)).toSorted()) {
      if (temporaryName.test(name)) continue
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) continue
      const stamp = { sizeBytes: found.size, modifiedAtMs: found.mtimeMs }
      if (!isWanted({ name, path, ...stamp })) continue
      const before = seen.get(name)
      const isSame = before?.sizeBytes === stamp.sizeBytes && before.modifiedAtMs === stamp.modifiedAtMs
      const sinceMs = isSame ? before.sinceMs : nowMs()
      next.set(name, { ...stamp, sinceMs })
      // An empty file is one that somebody has only just begun.
      if (stamp.sizeBytes > 0 && nowMs() - sinceMs >= settleMs) settled.push({ name, path, ...stamp })
      else growingCount++
    }
    seen = next
    return { settled, growingCount }
  }

  return { look }
}
