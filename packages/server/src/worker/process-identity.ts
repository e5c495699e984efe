/**
 * Identifies a process across pid reuse: a pid alone is not unique over time, and in containers the first process always
 * has pid 1.
 */
import { readFile, readlink } from 'node:fs/promises'

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
export async function isProcessRunning(name: string): Promise<boolean | undefined> {
  const [, namespace, pid, startedAt] = nameRule.exec(name) ?? []
  // Written by a version with shorter names: treated like a process of another namespace.
  if (namespace === undefined) return undefined
  if (namespace !== (await pidNamespace())) return undefined
  return (await describeProcess(Number(pid))) === `${namespace}_${pid}_${startedAt}`
}

async function pidNamespace(): Promise<string> {
  return (await readlink('/proc/self/ns/pid')).replaceAll(/\D/g, '')
}
