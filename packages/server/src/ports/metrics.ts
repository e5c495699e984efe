/** Process metrics. Label values come from fixed lists, never from user input, to bound cardinality. */
import type { ErrorCode } from '@filesmith/contract/errors'
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { OperationId } from '@filesmith/contract/operations/registry'

export interface WebMetrics {
  requestCompleted(request: {
    readonly method: string
    /** Route pattern. */
    readonly route: string
    /** 2xx, 4xx ..., or aborted if the client disconnected first. */
    readonly status: string
    readonly seconds: number
  }): void
  /** Returns a function to call when the stream is closed. */
  streamOpened(): () => void
  bytesReceived(bytes: number): void
}

/**
 * Outcome of one attempt at a job. `failed`: failed for good. `tried-again`: internal error, will be retried.
 * `given-back`: requeued because the worker shuts down. `unsettled`: the outcome could not be stored.
 */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'tried-again' | 'given-back' | 'unsettled'

export interface JobEnd {
  readonly outcome: JobOutcome
  readonly code?: ErrorCode
}

export type MailOutcome = 'sent' | 'nobody' | 'tried-again' | 'given-up'

export type SmallTask = 'inspect-upload' | 'translate-text' | 'detect-language' | 'measure-size'

export interface WorkerMetrics {
  slotsOffered(queueClass: QueueClass, count: number): void
  /** Returns a function to call when the slot is free again. */
  jobClaimed(queueClass: QueueClass, waitedSeconds: number): () => void
  jobEnded(end: JobEnd & { readonly operation: OperationId; readonly seconds: number }): void
  /** `code` is set if the step failed. */
  stepEnded(step: {
    readonly engine: string
    readonly seconds: number
    readonly code?: ErrorCode | undefined
  }): void
  /** Inspections, translations and estimates. */
  taskEnded(task: SmallTask, seconds: number, isDone: boolean): void
  helperEnded(engine: string, end: 'recycled' | 'killed' | 'crashed'): void
  mailEnded(kind: string, outcome: MailOutcome): void
  maintenanceEnded(task: string, outcome: 'done' | 'failed'): void
}

/** Metrics in the exposition format, for scrapers. */
export interface MetricsPage {
  read(): Promise<{ readonly contentType: string; readonly text: string }>
}
