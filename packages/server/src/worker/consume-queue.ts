/** Consumes a queue on notifications, and by polling in case a notification is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../ports/log.ts'
import type { Notifications, Topic } from '../ports/notifications.ts'

/** Poll interval, also for retries that become due. */
const pollIntervalMs = 2_000

interface QueuePolling {
  readonly notifications: Notifications
  readonly log: Log
  readonly topic: Topic
  /** Log message if the queue is unavailable. */
  readonly failureMessage: string
  /** False if the queue is empty. */
  readonly processNext: (signal: AbortSignal) => Promise<boolean>
}

export interface QueueConsumer {
  /** Stops claiming; current work may finish until `deadline`. */
  stop(deadline?: AbortSignal): Promise<void>
}

export function consumeQueue(calls: QueuePolling): QueueConsumer {
  const stop = new AbortController()
  let isStopping = false
  let wake = Promise.withResolvers<void>()
  const wakeUp = () => wake.resolve()
  const unsubscribe = calls.notifications.subscribe(calls.topic, wakeUp)

  async function loop(): Promise<void> {
    while (!isStopping) {
      wake = Promise.withResolvers<void>()
      try {
        while (!isStopping && (await calls.processNext(stop.signal))) {
          // Until the queue is empty.
        }
      } catch (error) {
        calls.log.warn({ err: error }, calls.failureMessage)
      }
      await Promise.race([wake.promise, delay(pollIntervalMs, undefined, { ref: false })])
    }
  }

  const looping = loop()
  return {
    async stop(deadline = AbortSignal.abort()) {
      isStopping = true
      const end = () => stop.abort()
      deadline.addEventListener('abort', end)
      if (deadline.aborted) end()
      wakeUp()
      unsubscribe()
      await looping
      deadline.removeEventListener('abort', end)
    },
  }
}
