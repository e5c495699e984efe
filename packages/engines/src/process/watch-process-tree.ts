/** Watches the memory and the number of processes of a process tree. */
import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4096
/** Where only watching limits processes, a fork bomb starts some hundred of them in this time. */
const intervalMs = 100

/** How many threads the machine may gain before a process tree is counted again. */
const uncountedThreads = 64
const maxCountAgeMs = 5000

/**
 * Exceeding a kernel limit crashes native libraries in ways that look like a damaged file. Watching from outside kills
 * the process with the right reason; the kernel's limit catches what grows faster than the interval.
 */
export function watchMemory(pid: number, maxBytes: number, onExceeded: () => void): () => void {
  let startedThen = ''
  let tree: readonly number[] = []
  return repeat(() => {
    const { lastStarted } = machineLoad()
    if (lastStarted !== startedThen) tree = processesOf(pid)
    startedThen = lastStarted
    return tree.reduce((bytes, process) => bytes + residentBytes(process), 0) > maxBytes
  }, onExceeded)
}

/**
 * Cheap for helpers that are idle for hours: walking a process tree takes dozens of reads, so it is done only when the
 * machine as a whole runs noticeably more threads, which is one read, or when the last count is old.
 */
export function watchProcessCount(pid: number, maxProcesses: number, onExceeded: () => void): () => void {
  let threadsThen = Number.NEGATIVE_INFINITY
  let countAgainAtMs = 0
  return repeat(() => {
    const { threads } = machineLoad()
    if (threads - threadsThen < uncountedThreads && performance.now() < countAgainAtMs) return false
    threadsThen = threads
    countAgainAtMs = performance.now() + maxCountAgeMs
    return processesOf(pid, maxProcesses).length > maxProcesses
  }, onExceeded)
}

function repeat(isExceeded: () => boolean, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    if (!isExceeded()) return
    clearInterval(timer)
    onExceeded()
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

interface MachineLoad {
  readonly threads: number
  /** Id of the process or thread that was started last. As long as it is the same, no process tree has grown. */
  readonly lastStarted: string
}

function machineLoad(): MachineLoad {
  // "0.52 0.58 0.59 2/1374 27913": running and existing threads, and the last id.
  const [, threads, lastStarted = ''] = /\/(\d+) (\d+)/.exec(readFileSync('/proc/loadavg', 'latin1')) ?? []
  return { threads: Number(threads), lastStarted }
}

/** Up to a bound only: a fork bomb must not keep the watcher busy. Read synchronously, which takes a tenth of the CPU time. */
function processesOf(root: number, maxProcesses = Number.POSITIVE_INFINITY): number[] {
  const found = [root]
  for (let index = 0; index < found.length && found.length <= maxProcesses; index++)
    found.push(...childrenOf(found[index] as number))
  return found
}

/** Children belong to the thread that started them. */
function childrenOf(pid: number): number[] {
  return ifRunning([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap(thread =>
      ifRunning('', () => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1'))
        .split(' ')
        .filter(Boolean)
        .map(Number),
    ),
  )
}

function residentBytes(pid: number): number {
  const statm = ifRunning('0 0', () => readFileSync(`/proc/${pid}/statm`, 'latin1'))
  return Number(statm.split(' ')[1]) * pageBytes
}

/** A process may exit at any moment. */
function ifRunning<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}
