/** CPU time of child processes that have exited. */
import { readFile } from 'node:fs/promises'

/** USER_HZ of Linux: 100 on every supported platform. */
const ticksPerSecond = 100

/** Fields 16 and 17 of /proc/self/stat, see proc(5): user and system time of reaped children. */
async function childrenCpuSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  // The second field is a process name in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

export async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await childrenCpuSeconds()
  await work()
  return (await childrenCpuSeconds()) - before
}
