/** Finds the engines a process has started, through whatever jail stands between. */
import { readdirSync, readFileSync } from 'node:fs'

/** Warm helpers, which are programs of our own. */
export function helpersBelow(pid: number): number[] {
  return processesBelow(pid, 'program.ts')
}

/** Those with the word in their command line. */
export function processesBelow(pid: number, word: string): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readProc(`${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid).filter(child => readProc(`${child}/cmdline`).includes(word))
}

/** Empty when the process has ended meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    return ''
  }
}
