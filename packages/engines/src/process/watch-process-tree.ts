/** Watches how much memory a process and everything below it hold, and how many processes these are. */
import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4096

export interface TreeLimits {
  readonly memoryBytes?: number
  readonly processes?: number
}

interface TreeUsage {
  readonly memoryBytes: number
  /** Counted up to a bound only: a fork bomb must not keep the watcher busy. */
  readonly processes: number
}

/**
 * A kernel limit makes a native library crash in ways that look like a damaged file. Watching from outside ends
 * it with the right reason; the kernel's limit remains for what grows faster than the interval.
 */
export function watchProcessTree(
  pid: number,
  limits: TreeLimits,
  onExceeded: () => void,
  intervalMs = 100,
): () => void {
  const { memoryBytes = Number.POSITIVE_INFINITY, processes = Number.POSITIVE_INFINITY } = limits
  let isWatching = true
  const check = async () => {
    const usage = await usageOf(pid, processes)
    if (!isWatching) return
    if (usage.memoryBytes > memoryBytes || usage.processes > processes) onExceeded()
    else schedule()
  }
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(check, intervalMs)
    timer.unref()
  }
  schedule()
  return () => {
    isWatching = false
    clearTimeout(timer)
  }
}

async function usageOf(root: number, maxProcesses: number): Promise<TreeUsage> {
  let [memoryBytes, processes] = [0, 0]
  let level = [root]
  while (level.length > 0 && processes <= maxProcesses) {
    processes += level.length
    const found = await Promise.all(level.map(processUsage))
    memoryBytes += found.reduce((sum, process) => sum + process.memoryBytes, 0)
    level = found.flatMap(({ children }) => children)
  }
  return { memoryBytes, processes: processes + level.length }
}

async function processUsage(pid: number): Promise<{ memoryBytes: number; children: number[] }> {
  try {
    // Children belong to the thread that started them.
    const [statm, threads] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'latin1'),
      readdir(`/proc/${pid}/task`),
    ])
    const lists = await Promise.all(
      threads.map(thread => readFile(`/proc/${pid}/task/${thread}/children`, 'latin1').catch(() => '')),
    )
    return {
      memoryBytes: Number(statm.split(' ')[1]) * pageBytes,
      children: lists.flatMap(list => list.split(' ').filter(Boolean).map(Number)),
    }
  } catch {
    // It has ended.
    return { memoryBytes: 0, children: [] }
  }
}
