/** A folder of this process for what is made on the way; it goes with the process, however that ends. */
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'filesmith-cli-'

export interface TemporaryFolder {
  readonly path: string
  remove(): Promise<void>
}

export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  await removeAbandoned()
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const removeAtOnce = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', removeAtOnce)
  return {
    path,
    async remove() {
      process.off('exit', removeAtOnce)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** A process that was killed the hard way could not clean up: the next one does. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    const pid = Number(/^filesmith-cli-(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    // Somebody else's is theirs to remove.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
