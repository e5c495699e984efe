/** Reads how a program ended: by itself, by which signal, and what it said last. */
import { constants } from 'node:os'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of what it wrote to its error output; for logs only, never for a message. */
  readonly stderr: string
  /** The kernel has ended it for the memory limit of its sandbox. */
  readonly hasHitMemoryLimit?: boolean
}

/** Faults a program runs into by itself while reading a hostile or broken file. */
const crashSignals: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGABRT',
  'SIGTRAP',
  'SIGSYS',
])

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** bubblewrap and shells pass a signal on as 128 + its number. */
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
  return exit.hasHitMemoryLimit === true || outOfMemory.test(exit.stderr)
}

/** Keeps the last bytes of an error output, however much is written. */
export function createTail(maxBytes = 16 * 1024): { push(bytes: Buffer): void; text(): string } {
  let held = Buffer.alloc(0)
  return {
    push: bytes => {
      held = Buffer.concat([held, bytes.subarray(-maxBytes)]).subarray(-maxBytes)
    },
    text: () => held.toString(),
  }
}
