/** Interface of the reporters for terminals, pipes and scripts. */

export type TaskOutcome =
  | {
      readonly status: 'done'
      readonly result: string
      readonly sizeBytes: number
      readonly notes: readonly string[]
    }
  | { readonly status: 'skipped'; readonly result: string }
  | { readonly status: 'failed'; readonly code: string; readonly message: string }
  | { readonly status: 'interrupted' }

export interface Reporter {
  /** Adds to the number of pending files. */
  addPending(count: number): void
  start(label: string): TaskReport
  /** Prints a message that does not concern a single file. */
  info(message: string): void
  /** Prints an error that does not concern a single file. */
  error(message: string): void
  close(): void
}

export interface TaskReport {
  progress(percent: number, stage: string): void
  finish(outcome: TaskOutcome): void
}
