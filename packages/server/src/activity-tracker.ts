/** Keeps the request or job that the running code belongs to, where the thread of the watchdog can read it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Activity, ActivityTracker } from './ports/activity.ts'

const currentActivity = new AsyncLocalStorage<Activity>()

export const activityTracker: ActivityTracker = {
  run: (activity, work) => currentActivity.run(activity, work),
}

const key = 'filesmith.current-activity'

/** An expression that the watchdog evaluates while the main thread is stalled. */
export const currentActivityExpression = `globalThis[Symbol.for('${key}')]()`

Object.defineProperty(globalThis, Symbol.for(key), {
  value: () => JSON.stringify(currentActivity.getStore() ?? null),
})
