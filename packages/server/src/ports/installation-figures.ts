/** How the whole installation does, from the database: the same whoever asks. */
import type { ErrorCode } from '@filesmith/contract/errors'

export interface QueueFigures {
  readonly queueClass: string
  /** What a worker needs for these, in one word. */
  readonly engines: string
  readonly waiting: number
  readonly running: number
  /** 0 where nothing waits. */
  readonly oldestWaitSeconds: number
}

export interface InstallationFigures {
  readonly queues: readonly QueueFigures[]
  readonly workers: number
  /** How many of them have it. */
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
  /** Looks at every record, so it is asked less often. */
  readStored(): Promise<StoredFigures>
}
