/** Temporary folder of a running job with its inputs and outputs; removed when the job ends. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeProcess, isProcessRunning } from './process-identity.ts'

export interface JobFolder {
  /** Path of the output of step `index`; index 0 is the input. */
  filePath(index: number, extension: string): string
  remove(): Promise<void>
}

/** Longer than any job may take; for folders of workers on other machines, whose processes are not visible here. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/** The folder name contains the identity of the worker process, so that folders of killed workers are recognized. */
export async function makeJobFolder(jobsDir: string): Promise<JobFolder> {
  await mkdir(jobsDir, { recursive: true, mode: 0o700 })
  const dir = await mkdtemp(join(jobsDir, `${await describeProcess('self')}-`))
  return {
    filePath: (index, extension) => join(dir, `${index}.${extension}`),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Removes folders of workers that were killed. */
export async function removeOrphanedJobFolders(jobsDir: string): Promise<number> {
  const names = await readdir(jobsDir).catch(() => [])
  let removedCount = 0
  for (const name of names) {
    const path = join(jobsDir, name)
    const isRunning = (await isProcessRunning(name)) ?? (await isRecent(path))
    if (isRunning) continue
    await rm(path, { recursive: true, force: true })
    removedCount++
  }
  return removedCount
}

async function isRecent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  // The clock that stamped the folder.
  return found === undefined || Date.now() - found.mtimeMs < abandonedAfterMs
}
