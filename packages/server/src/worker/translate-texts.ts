/** Translates the texts that web processes hand over, a few at a time, beside the conversions. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { EngineRuntime, Translator } from '@filesmith/engines/engine'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { TextJob, TextJobResult, TranslationQueue } from '../ports/translation-queue.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { type CalledWork, workWhenCalled } from './work-when-called.ts'

export interface TranslateTextsDeps {
  readonly translationQueue: TranslationQueue
  readonly notifications: Notifications
  readonly engines: Pick<EngineRuntime, 'translator'>
  readonly workers: Pick<WorkerRegistry, 'listDisabledEngines'>
  readonly log: Log
}

const keepMs = 5_000

/** A worker that cannot translate leaves the texts to others. */
export function translateTexts(deps: TranslateTextsDeps, concurrency: number): CalledWork {
  const { translator } = deps.engines
  const loops = translator
    ? Array.from({ length: concurrency }, () =>
        workWhenCalled({
          ...deps,
          topic: 'text-waiting',
          complaint: 'the desk of texts does not answer',
          workOnNext: signal => translateNext(deps, translator, signal),
        }),
      )
    : []
  return {
    async stop(over) {
      await Promise.all(loops.map(loop => loop.stop(over)))
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
    // Given up on, or for another worker to begin anew.
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
  const append = async (piece: string) => {
    if (!(await deps.translationQueue.append(job, piece))) throw new AppError('cancelled')
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

/** Says that it is being worked on, and notices when nobody waits for it any more. */
function watchWanted(deps: TranslateTextsDeps, job: TextJob, unwanted: AbortController): () => void {
  const keep = async () => {
    if (!(await deps.translationQueue.renewLease(job))) unwanted.abort()
  }
  const look = async () => {
    const current = await deps.translationQueue.find(job.id)
    if (current?.attempt !== job.attempt) unwanted.abort()
  }
  const timer = setInterval(() => void keep().catch(() => undefined), keepMs)
  const stopListening = deps.notifications.subscribe('text-changed', id => {
    if (id === undefined || id === job.id) void look().catch(() => undefined)
  })
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

async function settleFailure(deps: TranslateTextsDeps, job: TextJob, error: AppError): Promise<void> {
  if (error.code === 'cancelled') return
  if (error.status >= 500) deps.log.warn({ err: error, textId: job.id }, 'a text could not be translated')
  await deps.translationQueue.fail(job, { code: error.code, params: error.params })
}
