/** Enqueues an estimate and waits for a worker's result, with a timeout; always removes the request. */
import type { Estimate, EstimateQueue, NewEstimate } from '../../ports/estimate-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'

interface AwaitDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
}

/** An idle worker claims it immediately. */
const takenWithinMs = 5_000
/** By then the conversion itself is the better choice. */
const patienceMs = 45_000
/** Fallback polling, because notifications may be lost. */
const lookAgainMs = 1_000

/** Undefined if no worker finished in time, or the owner requested another estimate meanwhile. */
export async function awaitEstimate(
  { estimateQueue, notifications }: AwaitDeps,
  asked: NewEstimate,
  signal: AbortSignal,
): Promise<Estimate | undefined> {
  let news = Promise.withResolvers<void>()
  const wake = () => news.resolve()
  // Subscribe before enqueueing, so that the result cannot be missed.
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
