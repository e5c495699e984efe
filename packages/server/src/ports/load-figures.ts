/** Queue depth and recent throughput across all processes. */
import type { QueueClass } from '@filesmith/contract/operations/operation'

export interface QueueFigure {
  readonly queueClass: QueueClass
  readonly engines: readonly string[]
  readonly waiting: number
  readonly running: number
  readonly oldestWaitSeconds: number | null
}

export interface DayFigures {
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly medianSeconds: number | null
  readonly p95Seconds: number | null
  /** Only hours in which conversions finished. */
  readonly byHour: readonly { readonly startsAt: Date; readonly succeeded: number; readonly failed: number }[]
}

export interface LoadTotals {
  readonly jobs: { readonly waiting: number; readonly running: number }
  readonly mails: { readonly waiting: number; readonly failed: number }
  readonly users: number
  readonly unreadMessages: number
}

export interface LoadFigures {
  /** Queues with waiting or running jobs. */
  queues(): Promise<QueueFigure[]>
  finishedSince(moment: Date): Promise<DayFigures>
  totals(): Promise<LoadTotals>
  /** Number of running conversions by worker id. */
  runningByWorker(): Promise<ReadonlyMap<string, number>>
}
