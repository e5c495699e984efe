/** Settings of a kind of job: endpoint, parsing and messages. */
import type { ConversionStatus } from '@filesmith/contract/schemas/conversion'

export interface JobState {
  readonly status: ConversionStatus
  readonly percent: number
  readonly downloadUrl: string | null
}

interface ToastTexts {
  readonly title: string
  readonly description: string
}

export interface JobSettings<State extends JobState> {
  /** Key under which the state is stored. */
  readonly toolId: string
  readonly path: string
  readonly read: (json: unknown) => State
  /** Failure message of the server, if any. */
  readonly failureOf: (state: State) => string | undefined
  /** Error code of the failure, for tools with password-protected files. */
  readonly failureCodeOf?: (state: State) => string | undefined
  /** Whether a failed job is shown as a result instead of returning to the options. */
  readonly isFailureShown: boolean
  /** For results shown on the page: replaces toast and download. */
  readonly onSucceeded?: (state: State) => void
  readonly texts: {
    readonly failed: string
    readonly unanswered: string
    /** Message for a rejection without one, by status. */
    readonly refusedWith?: (status: number) => string
    readonly succeeded: (state: State) => string
    readonly canceled: (state: State | undefined) => ToastTexts
    readonly deleted: ToastTexts
    readonly downloadMissing: ToastTexts
  }
}
