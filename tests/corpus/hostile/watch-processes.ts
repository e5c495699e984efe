/** Watches the child processes: programs of single jobs, helpers, and the peak memory of any of them. */
import { readdirSync, readFileSync } from 'node:fs'

const intervalMs = 200
const pageBytes = 4096

interface Running {
  readonly pid: number
  readonly command: string
  readonly residentBytes: number
}

export interface ProcessWatch {
  /** Resident memory of the largest single process so far. */
  peakBytes(): number
  /** Command lines of programs that belong to a single job. */
  oneShots(): string[]
  /** Stops watching and returns what was started since and still runs. */
  end(): Promise<string[]>
}

/** The mount point of the job's files in bubblewrap; in the second sandbox, their own folder. */
const jobPath = /\/jobs?\//

export function watchProcesses(): ProcessWatch {
  const before = new Set(runningBelow(process.pid).map(({ pid }) => pid))
  let peak = 0
  const inspect = () => {
    const found = runningBelow(process.pid).filter(({ pid }) => !before.has(pid))
    peak = Math.max(peak, ...found.map(({ residentBytes }) => residentBytes))
    return found
  }
  const timer = setInterval(inspect, intervalMs)
  return {
    peakBytes: () => peak,
    oneShots: () =>
      inspect()
        .filter(({ command }) => jobPath.test(command))
        .map(({ command }) => command),
    async end() {
      clearInterval(timer)
      return inspect().map(({ command }) => `still running: ${command.slice(0, 120)}`)
    },
  }
}

/** Reads the command line of descendants only: the whole machine has hundreds of processes. */
function runningBelow(root: number): Running[] {
  const children = new Map<number, Omit<Running, 'command'>[]>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const stat = readProc(`${name}/stat`)
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie holds no resources.
    if (stat === '' || rest[0] === 'Z') continue
    const running = { pid: Number(name), residentBytes: Number(rest[21]) * pageBytes }
    children.set(Number(rest[1]), [...(children.get(Number(rest[1])) ?? []), running])
  }
  const below = (pid: number): Running[] =>
    (children.get(pid) ?? []).flatMap(child => [
      { ...child, command: readProc(`${child.pid}/cmdline`).replaceAll('\0', ' ') },
      ...below(child.pid),
    ])
  return below(root)
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    // The process has exited.
    return ''
  }
}
