/** Pool of warm, sandboxed helpers that translate sentences; long lists are split into batches. */

import { AppError } from '@filesmith/contract/errors'
import type { HelperEnd } from '../../engine.ts'
import { startHelper } from '../../process/helper-process.ts'
import { idleNodeBytes } from '../../process/node-helper.ts'
import type { ProcessLimits, SandboxedProgram } from '../../process/sandbox.ts'
import { createWarmPool } from '../../process/warm-pool.ts'
import { splitBatches } from './split-batches.ts'

interface SentencePoolSettings {
  /** Called for each helper, because mounts can change. */
  readonly prepare: () => SandboxedProgram
  /** Maximum number of helpers; started on demand. */
  readonly size: number
  readonly recycleAfterJobs: number
  readonly helperIdleMs: number | null
  readonly onHelperEnd: (end: HelperEnd) => void
  readonly maxMemoryBytes: number
  readonly timeoutMs: number
  readonly batch: { readonly sentences: number; readonly characters: number }
}

export interface SentencePool {
  /** Translates all sentences; `request` is added to each batch. */
  translate(sentences: readonly string[], request: object, signal: AbortSignal): Promise<string[]>
  close(): Promise<void>
}

/** The kernel limit is above the monitored limit, so that exceeding the latter is reported as such. */
export function helperLimits(maxMemoryBytes: number): ProcessLimits {
  return { memoryBytes: 2 * maxMemoryBytes + idleNodeBytes }
}

export function createSentencePool(settings: SentencePoolSettings): SentencePool {
  const { maxMemoryBytes, timeoutMs, recycleAfterJobs, size } = settings
  const pool = createWarmPool({
    size,
    recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(settings.prepare()),
  })

  async function translateBatch(
    sentences: readonly string[],
    request: object,
    signal: AbortSignal,
  ): Promise<string[]> {
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
    return parseReply(answer, sentences.length)
  }

  return {
    async translate(sentences, request, signal) {
      // Divided evenly, so that a few sentences are translated by several helpers at once.
      const evenly = Math.max(1, Math.ceil(sentences.length / size))
      const { characters } = settings.batch
      const batchSize = { characters, sentences: Math.min(settings.batch.sentences, evenly) }
      const batches = [...splitBatches(sentences, batchSize)]
      const answers: string[][] = []
      let next = 0
      let hasFailed = false
      // At most one batch per helper, so that other texts are served in between.
      const work = async () => {
        while (next < batches.length && !hasFailed) {
          const index = next
          next += 1
          answers[index] = await translateBatch(batches[index] ?? [], request, signal)
        }
      }
      const workers = Array.from({ length: Math.min(size, batches.length) }, work)
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

/** Validates the reply, because the helper processes untrusted text. */
function parseReply(answer: unknown, count: number): string[] {
  const { sentences } = answer as { sentences?: unknown }
  if (Array.isArray(sentences) && sentences.length === count && sentences.every(isString)) return sentences
  throw new AppError('internal', {}, { cause: new Error('The helper returned a malformed reply') })
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
