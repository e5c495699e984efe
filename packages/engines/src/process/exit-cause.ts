/** Interprets how a program exited: exit code, signal and the end of its error output. */
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of its error output; for logs only, never shown to users. */
  readonly stderr: string
  /** The kernel killed it for exceeding the memory limit of its sandbox. */
  readonly hasHitMemoryLimit?: boolean
  /** The kernel killed a process of this machine for lack of memory while the program ran. */
  readonly wasMemoryExhausted?: boolean
}

/** Signals of a crash, which a hostile or damaged file may cause. */
const crashSignals: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGABRT',
  'SIGTRAP',
  'SIGSYS',
])

/** Where a signal has two names, the first one counts: SIGABRT, not SIGIOT. */
const signalNames = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name] as const)
    .toReversed(),
)

/** bubblewrap and shells report a signal as exit code 128 + its number. */
export function exitSignal(exit: Exit): string | null {
  if (exit.signal !== null) return exit.signal
  return exit.code !== null && exit.code > 128 ? (signalNames.get(exit.code - 128) ?? null) : null
}

export function hasCrashed(exit: Exit): boolean {
  const signal = exitSignal(exit)
  return signal !== null && crashSignals.has(signal)
}

const outOfMemory =
  /out of memory|memory exhausted|bad_alloc|heap limit|cannot allocate|allocation failed|failed to allocate/i

export function ranOutOfMemory(exit: Exit): boolean {
  if (exit.hasHitMemoryLimit === true || outOfMemory.test(exit.stderr)) return true
  return exit.wasMemoryExhausted === true && exitSignal(exit) === 'SIGKILL'
}

/**
 * Processes that the kernel has killed for lack of memory since it started, of this machine or of the container's limit.
 * The kernel does not say which, so it explains only a SIGKILL that the worker has not sent.
 */
export function countOomKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Keeps the last bytes of an error output in bounded memory. */
export function createTail(maxBytes = 16 * 1024): { push(bytes: Buffer): void; text(): string } {
  let buffered = Buffer.alloc(0)
  return {
    push: bytes => {
      buffered = Buffer.concat([buffered, bytes.subarray(-maxBytes)]).subarray(-maxBytes)
    },
    text: () => buffered.toString(),
  }
}
