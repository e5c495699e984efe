/** Temporary folder of this process, removed when the process exits. */
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
  await removeStale()
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const removeSync = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', removeSync)
  return {
    path,
    async remove() {
      process.off('exit', removeSync)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Removes folders of processes that were killed (SIGKILL) before they could clean up. */
async function removeStale(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    const pid = Number(/^filesmith-cli-(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    // Fails for folders of other users, who remove their own.
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
