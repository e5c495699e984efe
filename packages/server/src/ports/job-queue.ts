/** The worker's side of the queue: who gets the next job, and what became of it. */

export interface ClaimedJob {
  readonly id: string
  readonly conversionId: string
  /** How many tries came before this one. */
  readonly retryCount: number
  /** No further try follows when this one breaks. */
  readonly isLastTry: boolean
}

export interface JobQueue {
  /** Takes up to `count` jobs by plan priority, never more of one owner than their plan runs at once. */
  claim(count: number): Promise<ClaimedJob[]>
  /** Says that the job is still being worked on; false when it was taken away in the meantime. */
  heartbeat(job: ClaimedJob): Promise<boolean>
  /** The job has its outcome, good or bad, and is done with. */
  complete(job: ClaimedJob): Promise<void>
  /** A fault of ours: the job is tried again unless this was the last try. */
  giveBack(job: ClaimedJob): Promise<void>
}
