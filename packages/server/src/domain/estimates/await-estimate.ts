/** Enqueues an estimate and waits for a worker's result, with a timeout; always removes the request. */
import type { Estimate, EstimateQueue, NewEstimate } from '../../ports/estimate-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'

interface AwaitDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
}

/** An idle worker claims it immediately. */
const claimTimeoutMs = 5_000
/** By then the conversion itself is the better choice. */
const timeoutMs = 45_000
/** Fallback polling, because notifications may be lost. */
const pollIntervalMs = 1_000

/** Undefined if no worker finished in time, or the owner requested another estimate meanwhile. */
export async function awaitEstimate(
  { estimateQueue, notifications }: AwaitDeps,
  requested: NewEstimate,
  signal: AbortSignal,
): Promise<Estimate | undefined> {
  let wakeup = Promise.withResolvers<void>()
  const wake = () => wakeup.resolve()
  // Subscribe before enqueueing, so that the result cannot be missed.
  const unsubscribe = notifications.subscribe('estimate-changed', id => {
    if (id === undefined || id === requested.id) wake()
  })
  signal.addEventListener('abort', wake)
  const pollTimer = setInterval(wake, pollIntervalMs)
  const requestedMs = performance.now()
  try {
    await estimateQueue.enqueue(requested)
    while (!signal.aborted) {
      const estimate = await estimateQueue.find(requested.id)
      if (!estimate || estimate.status === 'done' || estimate.status === 'failed') return estimate
      const limitMs = estimate.status === 'waiting' ? claimTimeoutMs : timeoutMs
      if (performance.now() - requestedMs > limitMs) return undefined
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
    }
    return undefined
  } finally {
    clearInterval(pollTimer)
    unsubscribe()
    signal.removeEventListener('abort', wake)
    await estimateQueue.remove(requested.id)
  }
}
