/** A folder of its own for each running job, with what went in and what came out; gone when the job is over. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface JobFolder {
  /** Where step number `index` puts its output; index 0 is the input itself. */
  filePath(index: number, extension: string): string
  remove(): Promise<void>
}

/** Folders carry the pid of their worker, so that those of a killed one can be told apart. */
export async function makeJobFolder(jobsDir: string): Promise<JobFolder> {
  await mkdir(jobsDir, { recursive: true, mode: 0o700 })
  const dir = await mkdtemp(join(jobsDir, `${process.pid}-`))
  return {
    filePath: (index, extension) => join(dir, `${index}.${extension}`),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** What workers that were killed left behind. */
export async function removeOrphanedJobFolders(jobsDir: string): Promise<number> {
  const names = await readdir(jobsDir).catch(() => [])
  const orphaned = names.filter(name => !isRunning(Number.parseInt(name, 10)))
  for (const name of orphaned) await rm(join(jobsDir, name), { recursive: true, force: true })
  return orphaned.length
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
