/** Lock file that lets one of several workers fetch a model while the others wait. */
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const lockTiming = { intervalMs: 2000, staleMs: 20_000 }
const pollMs = 200

/** Runs the work exclusively; a stale lock of a crashed worker is taken over. */
export async function withFetchLock<Result>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  { intervalMs, staleMs } = lockTiming,
): Promise<Result> {
  const owner = randomUUID()
  while (!(await acquire(path, owner))) {
    await removeStale(path, staleMs)
    await delay(pollMs, undefined, { signal })
  }
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, intervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if ((await readFile(path, 'utf8').catch(() => '')) === owner) await rm(path, { force: true })
  }
}

async function acquire(path: string, owner: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(owner)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Renames before removal, so that only one of several waiting workers removes a stale lock. */
async function removeStale(path: string, staleMs: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < staleMs) return
  const stalePath = `${path}.${randomUUID()}`
  await rename(path, stalePath).catch(() => {})
  await rm(stalePath, { force: true })
}
