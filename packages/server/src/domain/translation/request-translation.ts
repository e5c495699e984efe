/** Hands a text to a worker and follows what becomes of it; whatever happens, nothing of it stays behind. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { Notifications } from '../../ports/notifications.ts'
import type { NewTextJob, TextJob, TranslationQueue } from '../../ports/translation-queue.ts'

export interface TranslationQueueDeps {
  readonly translationQueue: TranslationQueue
  readonly notifications: Notifications
}

/** A net below the notifications, which may be lost. */
const lookAgainMs = 2_000

/** Yields the job whenever something changed, and last when it is done. Throws when it failed. */
export async function* requestTranslation(
  deps: TranslationQueueDeps,
  asked: Omit<NewTextJob, 'id'>,
  signal: AbortSignal,
): AsyncGenerator<TextJob, void> {
  const id = randomUUID()
  let news = Promise.withResolvers<void>()
  const stopListening = deps.notifications.subscribe('text-changed', changedId => {
    if (changedId === undefined || changedId === id) news.resolve()
  })
  const onAbort = () => news.resolve()
  signal.addEventListener('abort', onAbort)
  const lookAgain = setInterval(() => news.resolve(), lookAgainMs)
  try {
    await deps.translationQueue.enqueue({ id, ...asked })
    while (!signal.aborted) {
      const job = await deps.translationQueue.find(id)
      // Swept away: it has waited for far too long.
      if (!job) throw new AppError('unavailable')
      if (job.status === 'failed') throw new AppError(job.errorCode ?? 'internal', job.errorParams)
      yield job
      if (job.status === 'done') return
      await news.promise
      news = Promise.withResolvers<void>()
    }
  } finally {
    clearInterval(lookAgain)
    stopListening()
    signal.removeEventListener('abort', onAbort)
    await deps.translationQueue.remove(id)
  }
}
