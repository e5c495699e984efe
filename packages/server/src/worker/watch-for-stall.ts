/** Kills a child process whose event loop is blocked while it uses the processor. */
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const intervalMs = 1_000
/** Processor time without a sign of life. A suspended process or machine uses none. */
const stallSeconds = 10
/** USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100

interface StallWatch {
  /** Call for every message of the child. */
  onAlive(): void
  stop(): void
}

export function watchForStall(child: ChildProcess, stallAfterSeconds = stallSeconds): StallWatch {
  let silentSeconds = 0
  let usedBefore: number | undefined
  const timer = setInterval(async () => {
    const used = await processorSeconds(child.pid)
    if (used === undefined) return
    // At most the interval counts: after a suspension of this process, messages of the child may wait unread.
    const seconds = Math.min(used - (usedBefore ?? used), intervalMs / 1000)
    usedBefore = used
    silentSeconds += seconds
    if (silentSeconds >= stallAfterSeconds) child.kill('SIGKILL')
  }, intervalMs)
  return {
    onAlive() {
      silentSeconds = 0
    },
    stop: () => clearInterval(timer),
  }
}

/** Undefined if the process has ended. */
async function processorSeconds(pid: number | undefined): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return undefined
  }
}
