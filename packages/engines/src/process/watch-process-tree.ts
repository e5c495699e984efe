/** Watches the memory and the number of processes of a process tree. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4096
/** Where only watching limits processes, a fork bomb starts some hundred of them in this time. */
const intervalMs = 100

/** How many threads the machine may gain before a process tree is counted again. */
const uncountedThreads = 64
const maxCountAgeMs = 5000

interface TreeUsage {
  readonly memoryBytes: number
  /** Counted up to a bound only: a fork bomb must not keep the watcher busy. */
  readonly processes: number
}

/**
 * Exceeding a kernel limit crashes native libraries in ways that look like a damaged file. Watching from outside kills
 * the process with the right reason; the kernel's limit catches what grows faster than the interval.
 */
export function watchMemory(pid: number, maxBytes: number, onExceeded: () => void): () => void {
  return repeat(async () => {
    const { memoryBytes } = await usageOf(pid)
    return memoryBytes > maxBytes
  }, onExceeded)
}

/**
 * Cheap for helpers that are idle for hours: walking a process tree takes dozens of reads, so it is done only when the
 * machine as a whole runs noticeably more threads, which is one read, or when the last count is old.
 */
export function watchProcessCount(pid: number, maxProcesses: number, onExceeded: () => void): () => void {
  let threadsThen = Number.NEGATIVE_INFINITY
  let countAgainAtMs = 0
  return repeat(async () => {
    const threads = threadsOfMachine()
    if (threads - threadsThen < uncountedThreads && performance.now() < countAgainAtMs) return false
    threadsThen = threads
    countAgainAtMs = performance.now() + maxCountAgeMs
    const { processes } = await usageOf(pid, maxProcesses)
    return processes > maxProcesses
  }, onExceeded)
}

function repeat(isExceeded: () => Promise<boolean>, onExceeded: () => void): () => void {
  let isWatching = true
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(check, intervalMs)
    timer.unref()
  }
  const check = async () => {
    const hasExceeded = await isExceeded()
    if (!isWatching) return
    if (hasExceeded) onExceeded()
    else schedule()
  }
  schedule()
  return () => {
    isWatching = false
    clearTimeout(timer)
  }
}

function threadsOfMachine(): number {
  // "0.52 0.58 0.59 2/1374 27913": the fourth field is running and existing threads.
  const [, threads] = /\/(\d+) /.exec(readFileSync('/proc/loadavg', 'latin1')) ?? []
  return Number(threads)
}

async function usageOf(root: number, maxProcesses = Number.POSITIVE_INFINITY): Promise<TreeUsage> {
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
    // The process has exited.
    return { memoryBytes: 0, children: [] }
  }
}
