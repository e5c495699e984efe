/** Processor time of the programs this process has started and that have ended. */
import { readFile } from 'node:fs/promises'

/** What Linux counts in: USER_HZ, 100 on every platform we run on. */
const ticksPerSecond = 100

/** Fields 16 and 17 of proc(5)'s stat: user and system time of children that were waited for. */
async function childrenCpuSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  // The second field is a name in brackets and may hold anything; what follows it is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

export async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await childrenCpuSeconds()
  await work()
  return (await childrenCpuSeconds()) - before
}
