/** Worker side of the job queue: claiming jobs and settling them. */

import type { QueueClass } from '@filesmith/contract/operations/operation'

export interface ClaimedJob {
  readonly id: string
  /** Internal to the queue: the queue it is stored in. */
  readonly queue: string
  readonly conversionId: string
  /** Attempts before this one. */
  readonly retryCount: number
  /** How long the job was claimable before it was claimed. */
  readonly waitedMs: number
  /** If this attempt fails, the job is not retried. */
  readonly isLastAttempt: boolean
}

export interface JobQueue {
  /**
   * Claims up to `count` jobs of a queue class for which this worker has all engines, by plan priority. Across all queue
   * classes and workers, no owner runs more jobs than their plan allows.
   */
  claim(queueClass: QueueClass, count: number): Promise<ClaimedJob[]>
  /** Extends the claim; false if another worker has taken the job over. */
  heartbeat(job: ClaimedJob): Promise<boolean>
  /** The job has its final outcome, success or failure. */
  complete(job: ClaimedJob): Promise<void>
  /** After an internal error: the job is retried unless this was the last attempt. */
  retry(job: ClaimedJob): Promise<void>
  /** At shutdown: the job returns to its position in the queue, and the interrupted attempt does not count. */
  requeue(job: ClaimedJob): Promise<void>
}
