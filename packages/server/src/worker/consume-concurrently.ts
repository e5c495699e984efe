/** Consumes a queue with several tasks in parallel that mostly wait. */
import type { Log } from '../ports/log.ts'
import type { Notifications, Topic } from '../ports/notifications.ts'
import { consumeQueue, type QueueConsumer } from './consume-queue.ts'

interface ConcurrentConsumer<Item> {
  readonly notifications: Notifications
  readonly log: Log
  readonly topic: Topic
  readonly failureMessage: string
  readonly concurrency: number
  readonly claim: () => Promise<Item | undefined>
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>
}

export function consumeConcurrently<Item>(wanted: ConcurrentConsumer<Item>): QueueConsumer {
  const running = new Set<Promise<void>>()
  const called = consumeQueue({
    ...wanted,
    async processNext(signal) {
      if (running.size >= wanted.concurrency) await Promise.race(running)
      const item = await wanted.claim()
      if (item === undefined) return false
      const task = wanted
        .work(item, signal)
        .catch(error => wanted.log.warn({ err: error }, wanted.failureMessage))
        .finally(() => running.delete(task))
      running.add(task)
      return true
    },
  })
  return {
    async stop(deadline) {
      await called.stop(deadline)
      await Promise.all(running)
    },
  }
}
