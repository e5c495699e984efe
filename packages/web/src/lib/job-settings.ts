/** What there is to know about a kind of work on several files: where it is asked for, how it is read and told. */
import type { ConversionStatus } from '@filesmith/contract/schemas/conversion'

export interface JobState {
  readonly status: ConversionStatus
  readonly percent: number
  readonly downloadUrl: string | null
}

interface ToastWords {
  readonly title: string
  readonly description: string
}

export interface JobSettings<State extends JobState> {
  /** Unfinished work is kept under this name. */
  readonly toolId: string
  readonly path: string
  readonly read: (json: unknown) => State
  /** What the server said about a failure, as far as it said anything. */
  readonly failureOf: (state: State) => string | undefined
  /** Which error of the table it was; for tools whose files may be protected by a password. */
  readonly failureCodeOf?: (state: State) => string | undefined
  /** Whether a failed job is something to look at, rather than a reason to go back to the options. */
  readonly isFailureShown: boolean
  /** A result that is looked at on the page: this takes the place of the toast and of the download. */
  readonly onSucceeded?: (state: State) => void
  readonly words: {
    readonly failed: string
    readonly unanswered: string
    /** For a refusal that names nothing but its status, where it has words of its own. */
    readonly refusedWith?: (status: number) => string
    readonly succeeded: (state: State) => string
    readonly cancelled: (state: State | undefined) => ToastWords
    readonly deleted: ToastWords
    readonly downloadMissing: ToastWords
  }
}
