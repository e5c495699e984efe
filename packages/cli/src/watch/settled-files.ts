/** Finds the completely written files of a folder: those whose size and time have not changed for a while. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStamp } from './watch-state.ts'

export interface SettledFile extends FileStamp {
  readonly name: string
  readonly path: string
}

export interface FolderScan {
  readonly settled: readonly SettledFile[]
  /** Files that may still be written to. */
  readonly growingCount: number
}

/** Hidden files, and the names that browsers, editors and copy tools use for incomplete files. */
const temporaryName = /^\.|~$|^~\$|\.(?:part|partial|crdownload|download|tmp|temp|swp|filepart)$/i

interface ObservedFile extends FileStamp {
  readonly sinceMs: number
}

export function createSettledFiles(folder: string, settleMs: number, nowMs = () => Date.now()) {
  let seen = new Map<string, ObservedFile>()

  async function scan(isWanted: (file: SettledFile) => boolean): Promise<FolderScan> {
    const settled: SettledFile[] = []
    const next = new Map<string, ObservedFile>()
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
      // An empty file has just been created and is not written yet.
      if (stamp.sizeBytes > 0 && nowMs() - sinceMs >= settleMs) settled.push({ name, path, ...stamp })
      else growingCount++
    }
    seen = next
    return { settled, growingCount }
  }

  return { scan }
}
