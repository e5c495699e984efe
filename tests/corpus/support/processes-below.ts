/** Finds the engine processes that a process has started, through any sandbox processes in between. */
import { readdirSync, readFileSync } from 'node:fs'

/** Warm helper processes, which run one of the engines' `program.ts` files. */
export function helpersBelow(pid: number): number[] {
  return processesBelow(pid, 'program.ts')
}

/** Descendants with this text in their command line. */
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

/** Empty when the process has exited meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    return ''
  }
}
