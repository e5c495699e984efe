/** Kills the Node helpers below a process, from outside, as the kernel might. */
import { readdirSync, readFileSync } from 'node:fs'

export function killDescendants(pid: number): void {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended while we were looking.
    }
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...below(child)])
  for (const child of below(pid)) {
    if (readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('program.ts'))
      process.kill(child, 'SIGKILL')
  }
}
