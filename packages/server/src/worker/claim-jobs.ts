/** Keeps a worker busy: claims jobs as places come free, keeps them alive, stops them when they are cancelled. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Notifications } from '../ports/notifications.ts'
import { broughtToAnEnd, type RunJobDeps, runJob } from './run-job.ts'

export interface ClaimDeps extends RunJobDeps {
  readonly notifications: Notifications
}

const heartbeatMs = 4_000
/** A net below the notifications, for retries that fall due and messages that got lost. */
const lookAgainMs = 500

export interface Claimer {
  /** When it last looked for jobs, or saw that all of its places are taken; by performance.now(). */
  readonly turnedMs: number
  /** Whether the queue answered then. */
  readonly isAnswered: boolean
  /** Whether it could take another job now. */
  readonly hasRoom: boolean
  /** Claims nothing more; running jobs may finish until `over`, then they are stopped and go back to the queue. */
  stop(over: AbortSignal): Promise<void>
}

export function claimJobs(deps: ClaimDeps, queueClass: QueueClass, concurrency: number): Claimer {
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>()
  let isStopping = false
  let turnedMs = performance.now()
  let isAnswered = true
  deps.metrics.slotsOffered(queueClass, concurrency)
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribers = [
    deps.notifications.subscribe('job-waiting', ring),
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
        deps.log.error({ err: error, conversionId: job.conversionId }, 'a job could not be settled'),
      )
      .finally(() => {
        running.delete(job.conversionId)
        free()
        ring()
      })
    running.set(job.conversionId, { stop, done })
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      bell = Promise.withResolvers<void>()
      const free = concurrency - running.size
      try {
        const claimed = free > 0 ? await deps.queue.claim(queueClass, free) : []
        for (const job of claimed) start(job)
        isAnswered = true
      } catch (error) {
        isAnswered = false
        deps.log.warn({ err: error }, 'the queue does not answer')
      }
      turnedMs = performance.now()
      await Promise.race([bell.promise, delay(lookAgainMs, undefined, { ref: !isStopping })])
    }
  }

  const looping = loop()
  return {
    get turnedMs() {
      return turnedMs
    },
    get isAnswered() {
      return isAnswered
    },
    get hasRoom() {
      return running.size < concurrency
    },
    async stop(over) {
      isStopping = true
      ring()
      await looping
      const end = () => {
        for (const { stop } of running.values()) stop.abort(broughtToAnEnd)
      }
      over.addEventListener('abort', end)
      if (over.aborted) end()
      await Promise.all([...running.values()].map(({ done }) => done))
      over.removeEventListener('abort', end)
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
