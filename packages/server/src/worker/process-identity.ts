/**
 * Names a process so that no other can be taken for it: its number alone comes again, and in containers, where the first
 * process is always number 1, it comes again at every start.
 */
import { readFile, readlink } from 'node:fs/promises'

const nameRule = /^(\d+)_(\d+)_(\d+)-/

/** The world its number belongs to, the number, and when it began (in the kernel's ticks). */
export async function describeProcess(pid: number | 'self'): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${await pidWorld()}_${Number.parseInt(stat, 10)}_${fields[19]}`
  } catch {
    return undefined
  }
}

/** Whether the process that this name begins with still runs; undefined when it runs where we cannot see it. */
export async function isProcessRunning(name: string): Promise<boolean | undefined> {
  const [, world, pid, startedAt] = nameRule.exec(name) ?? []
  // Of a version whose names were shorter: such a worker is not running beside us under its old number for long.
  if (world === undefined) return undefined
  if (world !== (await pidWorld())) return undefined
  return (await describeProcess(Number(pid))) === `${world}_${pid}_${startedAt}`
}

async function pidWorld(): Promise<string> {
  return (await readlink('/proc/self/ns/pid')).replaceAll(/\D/g, '')
}
