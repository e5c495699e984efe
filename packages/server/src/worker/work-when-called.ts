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

export function workWhenCalled(calls: Calls): { stop(): Promise<void> } {
  const stop = new AbortController()
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribe = calls.notifications.subscribe(calls.topic, ring)

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      bell = Promise.withResolvers<void>()
      try {
        while (!stop.signal.aborted && (await calls.workOnNext(stop.signal))) {
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
    async stop() {
      stop.abort()
      ring()
      unsubscribe()
      await looping
    },
  }
}
