/** Installation-wide metrics read from the database, so that every process reports the same values. */
import type { ErrorCode } from '@filesmith/contract/errors'

export interface QueueFigures {
  readonly queueClass: string
  /** The engines these jobs need, as one label value. */
  readonly engines: string
  readonly waiting: number
  readonly running: number
  /** 0 if nothing is waiting. */
  readonly oldestWaitSeconds: number
}

export interface InstallationFigures {
  readonly queues: readonly QueueFigures[]
  readonly workers: number
  /** Number of workers that have each engine. */
  readonly workersByEngine: ReadonlyMap<string, number>
  readonly mailsWaiting: number
  readonly failuresOfLastDay: readonly { readonly code: ErrorCode; readonly count: number }[]
}

export interface StoredFigures {
  readonly uploadBytes: number
  readonly resultBytes: number
}

export interface InstallationReader {
  read(): Promise<InstallationFigures>
  /** Scans all records, so it is read less often. */
  readStored(): Promise<StoredFigures>
}
