/** Hands an estimate to a worker and waits for it, not for long; whatever happens, nothing of it stays behind. */
import type { Estimate, EstimateQueue, NewEstimate } from '../../ports/estimate-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'

interface AwaitDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
}

/** Workers that have time take it up at once. */
const takenWithinMs = 5_000
/** Who waits longer has long asked for the result itself. */
const patienceMs = 45_000
/** A net below the notifications, which may be lost. */
const lookAgainMs = 1_000

/** Undefined when nobody had the time, or when the same owner asked for another one meanwhile. */
export async function awaitEstimate(
  { estimateQueue, notifications }: AwaitDeps,
  asked: NewEstimate,
  signal: AbortSignal,
): Promise<Estimate | undefined> {
  let news = Promise.withResolvers<void>()
  const wake = () => news.resolve()
  // Listening begins before the question is asked, so the answer cannot be missed.
  const stopListening = notifications.subscribe('estimate-changed', id => {
    if (id === undefined || id === asked.id) wake()
  })
  signal.addEventListener('abort', wake)
  const lookAgain = setInterval(wake, lookAgainMs)
  const askedMs = performance.now()
  try {
    await estimateQueue.enqueue(asked)
    while (!signal.aborted) {
      const estimate = await estimateQueue.find(asked.id)
      if (!estimate || estimate.status === 'done' || estimate.status === 'failed') return estimate
      const limitMs = estimate.status === 'waiting' ? takenWithinMs : patienceMs
      if (performance.now() - askedMs > limitMs) return undefined
      await news.promise
      news = Promise.withResolvers<void>()
    }
    return undefined
  } finally {
    clearInterval(lookAgain)
    stopListening()
    signal.removeEventListener('abort', wake)
    await estimateQueue.remove(asked.id)
  }
}
