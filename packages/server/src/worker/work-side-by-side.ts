/** Works on several things at once that mostly wait: takes up the next one as long as there is a place. */
import type { Log } from '../ports/log.ts'
import type { Notifications, Topic } from '../ports/notifications.ts'
import { type CalledWork, workWhenCalled } from './work-when-called.ts'

interface SideBySide<Item> {
  readonly notifications: Notifications
  readonly log: Log
  readonly topic: Topic
  readonly complaint: string
  readonly places: number
  readonly claim: () => Promise<Item | undefined>
  readonly work: (item: Item, signal: AbortSignal) => Promise<void>
}

export function workSideBySide<Item>(wanted: SideBySide<Item>): CalledWork {
  const running = new Set<Promise<void>>()
  const called = workWhenCalled({
    ...wanted,
    async workOnNext(signal) {
      if (running.size >= wanted.places) await Promise.race(running)
      const item = await wanted.claim()
      if (item === undefined) return false
      const task = wanted
        .work(item, signal)
        .catch(error => wanted.log.warn({ err: error }, wanted.complaint))
        .finally(() => running.delete(task))
      running.add(task)
      return true
    },
  })
  return {
    async stop(over) {
      await called.stop(over)
      await Promise.all(running)
    },
  }
}
