/** Temporary folder of a running job with its inputs and outputs; removed when the job ends. */
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface JobFolder {
  /** Path of the output of step `index`; index 0 is the input. */
  filePath(index: number, extension: string): string
  remove(): Promise<void>
}

/** Longer than any job may take; for folders of workers on other machines, whose processes are not visible here. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

let self: string | undefined

/** The folder name contains the identity of the worker process, so that folders of killed workers are recognized. */
export async function makeJobFolder(jobsDir: string): Promise<JobFolder> {
  self ??= await describeProcess('self')
  const prefix = join(jobsDir, `${self}-`)
  const dir = await mkdtemp(prefix).catch(async () => {
    await mkdir(jobsDir, { recursive: true, mode: 0o700 })
    return mkdtemp(prefix)
  })
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

const nameRule = /^(\d+)_(\d+)_(\d+)-/

/** Pid namespace, pid and start time (in clock ticks since boot). */
export async function describeProcess(pid: number | 'self'): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${await pidNamespace()}_${Number.parseInt(stat, 10)}_${fields[19]}`
  } catch {
    return undefined
  }
}

/** Whether the process that a name begins with is running; undefined if it belongs to another pid namespace. */
async function isProcessRunning(name: string): Promise<boolean | undefined> {
  const [, namespace, pid, startedAt] = nameRule.exec(name) ?? []
  // Written by a version with shorter names: treated like a process of another namespace.
  if (namespace === undefined) return undefined
  if (namespace !== (await pidNamespace())) return undefined
  return (await describeProcess(Number(pid))) === `${namespace}_${pid}_${startedAt}`
}

async function pidNamespace(): Promise<string> {
  return (await readlink('/proc/self/ns/pid')).replaceAll(/\D/g, '')
}
