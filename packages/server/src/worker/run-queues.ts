/** The worker loop: claims jobs of all queues while slots are free, renews their leases and settles their outcome. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { ActivityTracker } from '../ports/activity.ts'
import {
  type ClaimedJob,
  type EngineQueue,
  isEngineQueue,
  type JobError,
  type JobLease,
  type JobQueue,
  maxCrashes,
  type QueueName,
  queueNames,
  queues,
} from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'

export type JobResult =
  | { readonly end: 'done'; readonly reply?: unknown }
  /** Failed for good. */
  | { readonly end: 'failed'; readonly error: JobError }
  /** With the backoff of the queue; counts as an attempt. */
  | { readonly end: 'retry' }
  /** Not counted as an attempt: the worker shuts down, or the job has its own schedule. */
  | { readonly end: 'requeue'; readonly delayMs?: number | undefined }

/** The process of an isolated job died or stalled. */
type Crash = { readonly end: 'crashed' }

/** Runs a job in a process that runs nothing else. */
export type RunIsolated = <Queue extends EngineQueue>(
  job: ClaimedJob<Queue>,
  signal: AbortSignal,
) => Promise<JobResult | Crash>

/** How a worker runs the jobs of one queue. */
export interface JobRunner<Queue extends QueueName> {
  /** Concurrent jobs. */
  readonly slots: number
  /**
   * Concurrent jobs beyond these, only of clients that run nothing in the queue: however long the jobs of one client take, the
   * next client does not wait for them. The other slots stay for everybody.
   */
  readonly extraSlots?: number
  /** Claims nothing meanwhile. */
  readonly isPaused?: () => boolean
  /** An error that it throws is logged and retried. */
  readonly run: (job: ClaimedJob<Queue>, signal: AbortSignal) => Promise<JobResult>
  /** Called when a job is claimed; returns a function to call at its end. */
  readonly onClaim?: (job: ClaimedJob<Queue>) => () => void
  /** Records the error of a job that is not run again because it crashed; its requester gets the error anyway. */
  readonly giveUp?: (job: ClaimedJob<Queue>, error: JobError) => Promise<void>
}

export type JobRunners = { readonly [Queue in QueueName]?: JobRunner<Queue> | undefined }

interface RunQueuesDeps {
  readonly jobQueue: JobQueue
  readonly notifications: Notifications
  readonly log: Log
  readonly activity: ActivityTracker
  /** Engines of this worker. */
  readonly engineIds: readonly string[]
  readonly runIsolated: RunIsolated
}

/** Abort reason of a job whose worker shuts down, in contrast to a canceled job. */
export const workerShutdown = new AppError('unavailable')

/** Poll interval in case a notification is lost, and for retries that become due. */
const pollIntervalMs = 500
/** Jobs of dead workers return to their queues within this time after their lease. */
const requeueIntervalMs = 5_000

export interface WorkerLoop {
  /** When it last polled the queue, by performance.now(). */
  readonly lastPollMs: number
  /** Whether the last poll succeeded. */
  readonly isQueueReachable: boolean
  hasFreeSlot(queue: QueueName): boolean
  /** Claims no more jobs of these queues; running jobs may finish until `deadline`, then they are aborted. */
  stop(deadline: AbortSignal, names?: readonly QueueName[]): Promise<void>
}

interface RunningJob {
  readonly lease: JobLease
  readonly stop: AbortController
  readonly done: Promise<void>
  readonly isIsolated: boolean
}

function isSuspect<Queue extends QueueName>(
  job: ClaimedJob<Queue>,
): job is ClaimedJob<Queue> & ClaimedJob<Queue & EngineQueue> {
  return job.isSuspect === true && isEngineQueue(job.queue)
}

export function runQueues(deps: RunQueuesDeps, runners: JobRunners): WorkerLoop {
  const { jobQueue, notifications, log } = deps
  const running = new Map<string, RunningJob>()
  const stopped = new Set<QueueName>()
  let lastPollMs = performance.now()
  let lastRequeueMs = Number.NEGATIVE_INFINITY
  let isQueueReachable = true
  let wake = Promise.withResolvers<void>()
  const wakeUp = () => wake.resolve()
  const unsubscribers = [
    notifications.subscribe('job-waiting', wakeUp),
    notifications.subscribe('job-changed', id => {
      for (const [jobId, job] of running) if (id === undefined || id === jobId) void keepLease(job)
    }),
  ]

  /** Aborts a job that was canceled or that another worker claimed. */
  async function keepLease({ lease, stop }: Pick<RunningJob, 'lease' | 'stop'>): Promise<void> {
    const isOurs = await jobQueue.renewLease(lease).catch(() => true)
    if (!isOurs) stop.abort(new AppError('cancelled'))
  }

  const runningOf = (queue: QueueName) =>
    [...running.values()].filter(({ lease }) => lease.queue === queue).length

  const hasFreeSlot = (queue: QueueName) => runningOf(queue) < (runners[queue]?.slots ?? 0)

  const hasExtraSlot = (queue: QueueName) =>
    runningOf(queue) < (runners[queue]?.slots ?? 0) + (runners[queue]?.extraSlots ?? 0)

  const isClaiming = (queue: QueueName) =>
    !stopped.has(queue) && hasExtraSlot(queue) && !runners[queue]?.isPaused?.()

  async function settle(job: ClaimedJob, result: JobResult): Promise<void> {
    if (result.end === 'done') await jobQueue.complete(job, result.reply)
    else if (result.end === 'failed') await jobQueue.fail(job, result.error)
    else if (result.end === 'retry') await jobQueue.retry(job)
    else await jobQueue.requeue(job, result.delayMs)
  }

  /** One after another in each queue: a lost machine makes all its jobs suspects, and each takes a process. */
  const canIsolate = (queue: QueueName) =>
    ![...running.values()].some(({ lease, isIsolated }) => isIsolated && lease.queue === queue)

  async function settleCrash<Queue extends QueueName>(
    runner: JobRunner<Queue>,
    job: ClaimedJob<Queue>,
    isStopping: boolean,
  ): Promise<void> {
    const crashes = (job.crashes ?? 0) + 1
    const about = { queue: job.queue, jobId: job.id, attempt: job.attempt, crashes }
    // Whatever ends this process may have ended the other one first.
    if (isStopping) await jobQueue.requeue(job)
    else if (crashes < maxCrashes) {
      log.warn(about, 'job crashed its process')
      await jobQueue.requeueCrashed(job)
    } else {
      log.error(about, 'job crashed its process too often')
      const error: JobError = { code: 'processing-crashed', params: {} }
      await runner.giveUp?.(job, error)
      await jobQueue.fail(job, error)
    }
  }

  async function runAndSettle<Queue extends QueueName>(
    runner: JobRunner<Queue>,
    job: ClaimedJob<Queue>,
    stop: AbortController,
  ): Promise<void> {
    const timer = setInterval(
      () => void keepLease({ lease: job, stop }),
      (queues[job.queue].leaseSeconds * 1000) / 3,
    )
    const released = runner.onClaim?.(job)
    try {
      const work = () => (isSuspect(job) ? deps.runIsolated(job, stop.signal) : runner.run(job, stop.signal))
      const result = await deps.activity.run({ jobId: job.id, queue: job.queue }, work)
      if (result.end !== 'crashed') await settle(job, result)
      else await settleCrash(runner, job, stop.signal.aborted || stopped.has(job.queue))
    } catch (error) {
      const about = { queue: job.queue, jobId: job.id, attempt: job.attempt }
      if (!stop.signal.aborted) {
        log.warn({ err: error, ...about }, 'job failed with an internal error')
        await jobQueue.retry(job)
      } else if (stop.signal.reason === workerShutdown) await jobQueue.requeue(job)
    } finally {
      clearInterval(timer)
      released?.()
    }
  }

  async function claimAll<Queue extends QueueName>(queue: Queue): Promise<void> {
    const runner = runners[queue]
    while (runner && isClaiming(queue)) {
      const job = await jobQueue.claim(queue, deps.engineIds, {
        includesSuspects: canIsolate(queue),
        ofIdleClients: !hasFreeSlot(queue),
      })
      if (!job) return
      const stop = new AbortController()
      const done = runAndSettle(runner, job, stop)
        .catch(error => log.error({ err: error, queue, jobId: job.id }, 'settling the job failed'))
        .finally(() => {
          running.delete(job.id)
          wakeUp()
        })
      running.set(job.id, { lease: job, stop, done, isIsolated: isSuspect(job) })
      if (job.isLastDue) return
    }
  }

  async function poll(): Promise<void> {
    if (performance.now() - lastRequeueMs > requeueIntervalMs) {
      lastRequeueMs = performance.now()
      const count = await jobQueue.requeueExpired()
      if (count > 0) log.warn({ count }, 'jobs of unresponsive workers requeued')
    }
    const open = queueNames.filter(queue => runners[queue] && isClaiming(queue))
    if (open.length > 0) await Promise.all((await jobQueue.listDue(open)).map(claimAll))
  }

  async function loop(): Promise<void> {
    while (stopped.size < queueNames.length) {
      wake = Promise.withResolvers<void>()
      try {
        await poll()
        isQueueReachable = true
      } catch (error) {
        isQueueReachable = false
        log.warn({ err: error }, 'job queue unavailable')
      }
      lastPollMs = performance.now()
      await Promise.race([wake.promise, delay(pollIntervalMs, undefined, { ref: false })])
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
    hasFreeSlot,
    async stop(deadline, names = queueNames) {
      for (const name of names) stopped.add(name)
      if (stopped.size === queueNames.length) {
        wakeUp()
        await looping
      }
      const affected = () => [...running.values()].filter(({ lease }) => names.includes(lease.queue))
      const abort = () => {
        for (const { stop } of affected()) stop.abort(workerShutdown)
      }
      deadline.addEventListener('abort', abort)
      if (deadline.aborted) abort()
      await Promise.all(affected().map(({ done }) => done))
      deadline.removeEventListener('abort', abort)
      if (stopped.size === queueNames.length) for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}
