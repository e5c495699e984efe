/** The worker's side of the queue: who gets the next job, and what became of it. */

import type { QueueClass } from '@filesmith/contract/operations/operation'

export interface ClaimedJob {
  readonly id: string
  /** Where it waits and is settled; the queue's own affair. */
  readonly queue: string
  readonly conversionId: string
  /** How many tries came before this one. */
  readonly retryCount: number
  /** How long it could have been taken before it was. */
  readonly waitedMs: number
  /** No further try follows when this one breaks. */
  readonly isLastTry: boolean
}

export interface JobQueue {
  /**
   * Takes up to `count` jobs of a lane that this worker has every engine for, by plan priority; over all lanes and
   * workers no owner runs more than their plan allows.
   */
  claim(queueClass: QueueClass, count: number): Promise<ClaimedJob[]>
  /** Says that the job is still being worked on; false when it was taken away in the meantime. */
  heartbeat(job: ClaimedJob): Promise<boolean>
  /** The job has its outcome, good or bad, and is done with. */
  complete(job: ClaimedJob): Promise<void>
  /** A fault of ours: the job is tried again unless this was the last try. */
  giveBack(job: ClaimedJob): Promise<void>
  /** This worker stops: the job goes back to its place in the queue, and the broken-off try does not count. */
  putBack(job: ClaimedJob): Promise<void>
}
