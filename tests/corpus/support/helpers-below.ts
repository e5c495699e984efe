/** Finds the engine helpers a process has started, through whatever jail stands between. */
import { readdirSync, readFileSync } from 'node:fs'

export function helpersBelow(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readProc(`${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid).filter(child => readProc(`${child}/cmdline`).includes('program.ts'))
}

/** Empty when the process has ended meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    return ''
  }
}
