/** A folder of its own for each running job, with what went in and what came out; gone when the job is over. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeProcess, isProcessRunning } from './process-identity.ts'

export interface JobFolder {
  /** Where step number `index` puts its output; index 0 is the input itself. */
  filePath(index: number, extension: string): string
  remove(): Promise<void>
}

/** Longer than any job may take: only folders of workers on another machine, whom we cannot ask, grow so old. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Folders carry the name of their worker's process, so that those of a killed one can be told apart. */
export async function makeJobFolder(jobsDir: string): Promise<JobFolder> {
  await mkdir(jobsDir, { recursive: true, mode: 0o700 })
  const dir = await mkdtemp(join(jobsDir, `${await describeProcess('self')}-`))
  return {
    filePath: (index, extension) => join(dir, `${index}.${extension}`),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** What workers that were killed left behind. */
export async function removeOrphanedJobFolders(jobsDir: string): Promise<number> {
  const names = await readdir(jobsDir).catch(() => [])
  let removedCount = 0
  for (const name of names) {
    const path = join(jobsDir, name)
    const isRunning = (await isProcessRunning(name)) ?? (await isYoung(path))
    if (isRunning) continue
    await rm(path, { recursive: true, force: true })
    removedCount++
  }
  return removedCount
}

async function isYoung(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined || Date.now() - found.mtimeMs < abandonedAfterMs
}
