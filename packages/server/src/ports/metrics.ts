/** What processes count about themselves. Labels come from short lists of ours, never from what somebody sent. */
import type { ErrorCode } from '@filesmith/contract/errors'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { OperationId } from '@filesmith/contract/operations/registry'

export interface WebMetrics {
  requestAnswered(request: {
    readonly method: string
    /** The pattern of the route. */
    readonly route: string
    /** 2xx, 4xx ..., or aborted where nobody waited for the end. */
    readonly status: string
    readonly seconds: number
  }): void
  /** Answers what to call when it is closed. */
  streamOpened(): () => void
  bytesReceived(bytes: number): void
}

/**
 * What became of one try at a job. `failed`: it has its answer, which is no. `tried-again`: a fault of ours, another
 * try follows. `given-back`: this worker stops. `unsettled`: the outcome could not be written down.
 */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'tried-again' | 'given-back' | 'unsettled'

export interface JobEnd {
  readonly outcome: JobOutcome
  readonly code?: ErrorCode
}

export type MailOutcome = 'sent' | 'nobody' | 'tried-again' | 'given-up'

export type SmallTask = 'inspect-upload' | 'translate-text' | 'detect-language' | 'measure-size'

export interface WorkerMetrics {
  placesOffered(queueClass: QueueClass, count: number): void
  /** Answers what to call when its place is free again. */
  jobTaken(queueClass: QueueClass, waitedSeconds: number): () => void
  jobEnded(end: JobEnd & { readonly operation: OperationId; readonly seconds: number }): void
  /** `code` where it failed. */
  stepEnded(step: {
    readonly engine: string
    readonly seconds: number
    readonly code?: ErrorCode | undefined
  }): void
  /** Looked into a file, translated a text: done beside the jobs. */
  taskEnded(task: SmallTask, seconds: number, isDone: boolean): void
  helperEnded(engine: string, end: 'recycled' | 'killed' | 'crashed'): void
  mailEnded(kind: string, outcome: MailOutcome): void
}

/** What is told to whoever collects. */
export interface MetricsPage {
  read(): Promise<{ readonly contentType: string; readonly text: string }>
}
