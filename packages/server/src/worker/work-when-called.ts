/** Works a queue down whenever somebody rings, and now and then without it, in case a ring was lost. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../ports/log.ts'
import type { Notifications, Topic } from '../ports/notifications.ts'

/** A net below the notifications, and what brings a failed job its next try. */
const lookAgainMs = 2_000

interface Calls {
  readonly notifications: Notifications
  readonly log: Log
  readonly topic: Topic
  /** For the log, when the queue does not answer. */
  readonly complaint: string
  /** False when there was nothing to do. */
  readonly workOnNext: (signal: AbortSignal) => Promise<boolean>
}

export interface CalledWork {
  /** Takes up nothing more; what is being done may be finished until `over`. */
  stop(over?: AbortSignal): Promise<void>
}

export function workWhenCalled(calls: Calls): CalledWork {
  const stop = new AbortController()
  let isStopping = false
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribe = calls.notifications.subscribe(calls.topic, ring)

  async function loop(): Promise<void> {
    while (!isStopping) {
      bell = Promise.withResolvers<void>()
      try {
        while (!isStopping && (await calls.workOnNext(stop.signal))) {
          // Until nothing is left.
        }
      } catch (error) {
        calls.log.warn({ err: error }, calls.complaint)
      }
      await Promise.race([bell.promise, delay(lookAgainMs, undefined, { ref: false })])
    }
  }

  const looping = loop()
  return {
    async stop(over = AbortSignal.abort()) {
      isStopping = true
      const end = () => stop.abort()
      over.addEventListener('abort', end)
      if (over.aborted) end()
      ring()
      unsubscribe()
      await looping
      over.removeEventListener('abort', end)
    },
  }
}
