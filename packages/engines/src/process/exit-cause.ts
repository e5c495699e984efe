/** Interprets how a program exited: exit code, signal and the end of its error output. */
import { constants } from 'node:os'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of its error output; for logs only, never shown to users. */
  readonly stderr: string
  /** The kernel killed it for exceeding the memory limit of its sandbox. */
  readonly hasHitMemoryLimit?: boolean
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

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

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
  return exit.hasHitMemoryLimit === true || outOfMemory.test(exit.stderr)
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
