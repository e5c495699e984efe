/** Translates texts that web processes enqueue, a few at a time, alongside conversions. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { EngineRuntime, Translator } from '@filesmith/engines/engine'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { TextJob, TextJobResult, TranslationQueue } from '../ports/translation-queue.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { consumeQueue, type QueueConsumer } from './consume-queue.ts'

export interface TranslateTextsDeps {
  readonly translationQueue: TranslationQueue
  readonly notifications: Notifications
  readonly engines: Pick<EngineRuntime, 'translator'>
  readonly workers: Pick<WorkerRegistry, 'listDisabledEngines'>
  readonly log: Log
}

const renewMs = 5_000

/** Does nothing if this worker has no translator. */
export function translateTexts(deps: TranslateTextsDeps, concurrency: number): QueueConsumer {
  const { translator } = deps.engines
  const loops = translator
    ? Array.from({ length: concurrency }, () =>
        consumeQueue({
          ...deps,
          topic: 'text-waiting',
          failureMessage: 'translation queue unavailable',
          processNext: signal => translateNext(deps, translator, signal),
        }),
      )
    : []
  return {
    async stop(deadline) {
      await Promise.all(loops.map(loop => loop.stop(deadline)))
    },
  }
}

async function translateNext(
  deps: TranslateTextsDeps,
  translator: Translator,
  stopping: AbortSignal,
): Promise<boolean> {
  if ((await deps.workers.listDisabledEngines()).has('translation')) return false
  const job = await deps.translationQueue.claim()
  if (!job) return false
  const unwanted = new AbortController()
  const signal = AbortSignal.any([stopping, unwanted.signal])
  const stopWatching = watchWanted(deps, job, unwanted)
  try {
    const answer = await workOn(deps, translator, job, signal)
    await deps.translationQueue.answer(job, answer)
  } catch (error) {
    // Requeued for another worker on shutdown; dropped if no longer wanted.
    if (stopping.aborted) await deps.translationQueue.requeue(job)
    else if (!signal.aborted) await settleFailure(deps, job, toAppError(error))
  } finally {
    stopWatching()
  }
  return true
}

async function workOn(
  deps: TranslateTextsDeps,
  translator: Translator,
  job: TextJob,
  signal: AbortSignal,
): Promise<TextJobResult> {
  const { text, targetLanguage } = job
  const sourceLanguage = job.sourceLanguage ?? (await translator.detectLanguage(text, signal)) ?? null
  if (targetLanguage === null) return { sourceLanguage, pair: null }
  if (sourceLanguage === null) throw new AppError('language-unknown')
  const append = async (chunk: string) => {
    if (!(await deps.translationQueue.append(job, chunk))) throw new AppError('cancelled')
  }
  if (sourceLanguage === targetLanguage) {
    await append(text)
    return { sourceLanguage, pair: null }
  }
  const pair = await translator.translate({
    text,
    from: sourceLanguage,
    to: targetLanguage,
    signal,
    onChunk: append,
  })
  return { sourceLanguage, pair }
}

/** Renews the lease, and aborts when the client no longer waits. */
function watchWanted(deps: TranslateTextsDeps, job: TextJob, unwanted: AbortController): () => void {
  const keep = async () => {
    if (!(await deps.translationQueue.renewLease(job))) unwanted.abort()
  }
  const checkWanted = async () => {
    const current = await deps.translationQueue.find(job.id)
    if (current?.attempt !== job.attempt) unwanted.abort()
  }
  const timer = setInterval(() => void keep().catch(() => undefined), renewMs)
  const stopListening = deps.notifications.subscribe('text-changed', id => {
    if (id === undefined || id === job.id) void checkWanted().catch(() => undefined)
  })
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

async function settleFailure(deps: TranslateTextsDeps, job: TextJob, error: AppError): Promise<void> {
  if (error.code === 'cancelled') return
  if (error.status >= 500) deps.log.warn({ err: error, textId: job.id }, 'text translation failed')
  await deps.translationQueue.fail(job, { code: error.code, params: error.params })
}
