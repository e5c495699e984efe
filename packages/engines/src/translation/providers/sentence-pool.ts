/** Warm, jailed helpers that take sentences and answer sentences; long lists reach them in portions. */

import { AppError } from '@filesmith/contract/errors'
import type { HelperEnd } from '../../engine.ts'
import { startHelper } from '../../process/helper-process.ts'
import type { ProcessLimits, SandboxedProgram } from '../../process/sandbox.ts'
import { createWarmPool } from '../../process/warm-pool.ts'
import { inPortions } from './in-portions.ts'

export interface SentenceRequest {
  readonly sentences: readonly string[]
}

interface SentencePoolSettings {
  /** Called for every helper: what it may see can change. */
  readonly prepare: () => SandboxedProgram
  /** Helpers at once; the second is started when two jobs come together. */
  readonly size: number
  readonly recycleAfterJobs: number
  readonly onHelperEnd: (end: HelperEnd) => void
  readonly maxMemoryBytes: number
  readonly timeoutMs: number
  readonly portion: { readonly sentences: number; readonly characters: number }
}

export interface SentencePool {
  /** Asks for all sentences, `request` being what goes along with every portion. */
  translate(sentences: readonly string[], request: object, signal: AbortSignal): Promise<string[]>
  close(): Promise<void>
}

/** What a helper may write to before its first job: most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024

/** The kernel's wall stands behind the limit we watch, so that the reason is known when it is reached. */
export function helperLimits(maxMemoryBytes: number): ProcessLimits {
  return { memoryBytes: 2 * maxMemoryBytes + loadedBytes }
}

export function createSentencePool(settings: SentencePoolSettings): SentencePool {
  const { maxMemoryBytes, timeoutMs, recycleAfterJobs, size } = settings
  const pool = createWarmPool({
    size,
    recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(settings.prepare()),
  })

  async function ask(sentences: readonly string[], request: object, signal: AbortSignal): Promise<string[]> {
    const answer = await pool.run({
      request: { ...request, sentences },
      signal,
      onProgress: () => {},
      timeoutMs,
      maxOutputBytes: 0,
      maxMemoryBytes,
      errorParams: {},
      crashError: cause => new AppError('internal', {}, { cause }),
    })
    return checkedAnswer(answer, sentences.length)
  }

  return {
    async translate(sentences, request, signal) {
      const portions = [...inPortions(sentences, settings.portion)]
      const answers: string[][] = []
      let next = 0
      let hasFailed = false
      // No more at once than there are helpers: other texts get their turn in between.
      const work = async () => {
        while (next < portions.length && !hasFailed) {
          const index = next
          next += 1
          answers[index] = await ask(portions[index] ?? [], request, signal)
        }
      }
      const workers = Array.from({ length: Math.min(size, portions.length) }, work)
      try {
        await Promise.all(workers)
      } finally {
        hasFailed = true
        await Promise.allSettled(workers)
      }
      return answers.flat()
    },
    close: () => pool.close(),
  }
}

/** The helper reads strangers' texts, so its answer is looked at. */
function checkedAnswer(answer: unknown, count: number): string[] {
  const { sentences } = answer as { sentences?: unknown }
  if (Array.isArray(sentences) && sentences.length === count && sentences.every(isString)) return sentences
  throw new AppError(
    'internal',
    {},
    { cause: new Error('The helper answered something else than sentences') },
  )
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
