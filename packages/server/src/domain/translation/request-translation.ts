/** Enqueues a text job and yields its progress; always removes the job at the end. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { Notifications } from '../../ports/notifications.ts'
import type { NewTextJob, TextJob, TranslationQueue } from '../../ports/translation-queue.ts'

export interface TranslationQueueDeps {
  readonly translationQueue: TranslationQueue
  readonly notifications: Notifications
}

/** Fallback polling, because notifications may be lost. */
const pollIntervalMs = 2_000

/** Yields the job after each change, last when it is done. Throws if it failed. */
export async function* requestTranslation(
  deps: TranslationQueueDeps,
  request: Omit<NewTextJob, 'id'>,
  signal: AbortSignal,
): AsyncGenerator<TextJob, void> {
  const id = randomUUID()
  let wakeup = Promise.withResolvers<void>()
  const unsubscribe = deps.notifications.subscribe('text-changed', changedId => {
    if (changedId === undefined || changedId === id) wakeup.resolve()
  })
  const onAbort = () => wakeup.resolve()
  signal.addEventListener('abort', onAbort)
  const pollTimer = setInterval(() => wakeup.resolve(), pollIntervalMs)
  try {
    await deps.translationQueue.enqueue({ id, ...request })
    while (!signal.aborted) {
      const job = await deps.translationQueue.find(id)
      // Removed by the cleanup after waiting too long.
      if (!job) throw new AppError('unavailable')
      if (job.status === 'failed') throw new AppError(job.errorCode ?? 'internal', job.errorParams)
      yield job
      if (job.status === 'done') return
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
    }
  } finally {
    clearInterval(pollTimer)
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
    await deps.translationQueue.remove(id)
  }
}
