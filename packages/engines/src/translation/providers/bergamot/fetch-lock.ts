/** Lets one worker of many fetch a model while the others wait for it. */
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const sign = { intervalMs: 2000, staleMs: 20_000 }
const pollMs = 200

/** Runs the work while nobody else does the same; a worker that died in it is not waited for. */
export async function withFetchLock<Result>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  { intervalMs, staleMs } = sign,
): Promise<Result> {
  const owner = randomUUID()
  while (!(await take(path, owner))) {
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

async function take(path: string, owner: string): Promise<boolean> {
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

/** Moved away first: of two that find it stale only one gets it. */
async function removeStale(path: string, staleMs: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < staleMs) return
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(() => {})
  await rm(aside, { force: true })
}
