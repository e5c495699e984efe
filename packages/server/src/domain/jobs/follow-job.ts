/** Enqueues a job and follows it until its reply; removes it at the end, unless it is kept for other requests. */
import type { JobProgress, JobQueue, NewJob } from '../../ports/job-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'

export interface FollowJobDeps {
  readonly jobQueue: JobQueue
  readonly notifications: Notifications
}

/** Fallback polling, because notifications may be lost. */
const pollIntervalMs = 1_000

/** Yields after each change, last when the job is done or failed. Ends early when the job was removed or `signal` aborts. */
export async function* followJob(
  { jobQueue, notifications }: FollowJobDeps,
  job: NewJob,
  signal: AbortSignal,
  { isKept = false }: { readonly isKept?: boolean } = {},
): AsyncGenerator<JobProgress, void> {
  let wakeup = Promise.withResolvers<void>()
  const wake = () => wakeup.resolve()
  // Subscribed before enqueueing, so that the reply cannot be missed.
  const unsubscribe = notifications.subscribe('job-changed', id => {
    if (id === undefined || id === job.id) wake()
  })
  signal.addEventListener('abort', wake)
  const pollTimer = setInterval(wake, pollIntervalMs)
  try {
    await jobQueue.enqueue(job)
    while (!signal.aborted) {
      const progress = await jobQueue.find(job.id)
      if (!progress) return
      yield progress
      if (progress.state === 'done' || progress.state === 'failed') return
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
    }
  } finally {
    clearInterval(pollTimer)
    unsubscribe()
    signal.removeEventListener('abort', wake)
    if (!isKept) await jobQueue.cancel(job.id)
  }
}
