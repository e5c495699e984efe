/** Claims jobs whenever slots are free, renews their leases and stops them when they are canceled. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Notifications } from '../ports/notifications.ts'
import { type RunJobDeps, runJob, workerShutdown } from './run-job.ts'

export interface ClaimDeps extends RunJobDeps {
  readonly notifications: Notifications
}

const heartbeatMs = 4_000
/** Poll interval in case a notification is lost, and for retries that become due. */
const pollIntervalMs = 500

export interface Claimer {
  /** When it last polled the queue or found all slots taken, by performance.now(). */
  readonly lastPollMs: number
  /** Whether the last poll succeeded. */
  readonly isQueueReachable: boolean
  /** Whether it could start another job now. */
  readonly hasFreeSlot: boolean
  /** Stops claiming; running jobs may finish until `deadline`, then they are aborted and requeued. */
  stop(deadline: AbortSignal): Promise<void>
}

export function claimJobs(deps: ClaimDeps, queueClass: QueueClass, concurrency: number): Claimer {
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  let isStopping = false
  let lastPollMs = performance.now()
  let isQueueReachable = true
  deps.metrics.slotsOffered(queueClass, concurrency)
  let wake = Promise.withResolvers<void>()
  const wakeUp = () => wake.resolve()
  const unsubscribers = [
    deps.notifications.subscribe('job-waiting', wakeUp),
    deps.notifications.subscribe('conversion-changed', id => {
      for (const [jobId, { stop }] of running) {
        if (id === undefined || id === jobId) void stopIfCanceled(deps, jobId, stop)
      }
    }),
  ]

  const start = (job: ClaimedJob) => {
    const stop = new AbortController()
    const free = deps.metrics.jobClaimed(queueClass, job.waitedMs / 1000)
    const done = keepAlive(deps, job, stop, () => runJob(deps, job, stop.signal))
      .catch(error =>
        deps.log.error({ err: error, conversionId: job.conversionId }, 'settling the job failed'),
      )
      .finally(() => {
        running.delete(job.conversionId)
        free()
        wakeUp()
      })
    running.set(job.conversionId, { stop, done })
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      wake = Promise.withResolvers<void>()
      const free = concurrency - running.size
      try {
        const claimed = free > 0 ? await deps.queue.claim(queueClass, free) : []
        for (const job of claimed) start(job)
        isQueueReachable = true
      } catch (error) {
        isQueueReachable = false
        deps.log.warn({ err: error }, 'job queue unavailable')
      }
      lastPollMs = performance.now()
      await Promise.race([wake.promise, delay(pollIntervalMs, undefined, { ref: !isStopping })])
    }
  }

  const looping = loop()
  return {
    get lastPollMs() {
      return lastPollMs
    },
    get isQueueReachable() {
      return isQueueReachable
    },
    get hasFreeSlot() {
      return running.size < concurrency
    },
    async stop(deadline) {
      isStopping = true
      wakeUp()
      await looping
      const end = () => {
        for (const { stop } of running.values()) stop.abort(workerShutdown)
      }
      deadline.addEventListener('abort', end)
      if (deadline.aborted) end()
      await Promise.all([...running.values()].map(({ done }) => done))
      deadline.removeEventListener('abort', end)
      for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}

async function keepAlive(
  deps: ClaimDeps,
  job: ClaimedJob,
  stop: AbortController,
  work: () => Promise<void>,
): Promise<void> {
  const beat = async () => {
    const isStillOurs = await deps.queue.heartbeat(job)
    if (!isStillOurs) stop.abort(new AppError('cancelled'))
  }
  const heartbeat = setInterval(() => void beat().catch(() => undefined), heartbeatMs)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
  }
}

async function stopIfCanceled(deps: ClaimDeps, conversionId: string, stop: AbortController): Promise<void> {
  const record = await deps.conversions.find(conversionId).catch(() => undefined)
  if (record?.status === 'cancelled') stop.abort(new AppError('cancelled'))
}
