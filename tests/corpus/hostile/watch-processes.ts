/** Watches what runs below this process: programs of single jobs, helpers, and the most memory any of them held. */
import { readdirSync, readFileSync } from 'node:fs'

const lookEveryMs = 200
const pageBytes = 4096

interface Running {
  readonly pid: number
  readonly command: string
  readonly residentBytes: number
}

export interface ProcessWatch {
  /** Of the largest single process so far. */
  peakBytes(): number
  /** Command lines of programs that belong to one job only. */
  oneShots(): string[]
  /** Stops watching; answers what was started since and still runs. */
  end(): Promise<string[]>
}

/** Programs of single jobs see their file here. */
const jobPath = '/job/'

export function watchProcesses(): ProcessWatch {
  const before = new Set(runningBelow(process.pid).map(({ pid }) => pid))
  let peak = 0
  const look = () => {
    const found = runningBelow(process.pid).filter(({ pid }) => !before.has(pid))
    peak = Math.max(peak, ...found.map(({ residentBytes }) => residentBytes))
    return found
  }
  const timer = setInterval(look, lookEveryMs)
  return {
    peakBytes: () => peak,
    oneShots: () =>
      look()
        .filter(({ command }) => command.includes(jobPath))
        .map(({ command }) => command),
    async end() {
      clearInterval(timer)
      return look().map(({ command }) => `still running: ${command.slice(0, 120)}`)
    },
  }
}

function runningBelow(root: number): Running[] {
  const children = new Map<number, Running[]>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readProc(`${name}/stat`)
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A process that has ended and waits to be noticed holds nothing.
    if (stat === '' || rest[0] === 'Z') continue
    const command = readProc(`${name}/cmdline`).replaceAll('\0', ' ')
    const running = { pid: Number(name), command, residentBytes: Number(rest[21]) * pageBytes }
    children.set(Number(rest[1]), [...(children.get(Number(rest[1])) ?? []), running])
  }
  const below = (pid: number): Running[] =>
    (children.get(pid) ?? []).flatMap(child => [child, ...below(child.pid)])
  return below(root)
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    // It has ended.
    return ''
  }
}
