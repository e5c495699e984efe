/** What the process is working on, for the log line of a stalled event loop. */

export type Activity =
  | { readonly requestId: string; readonly method: string; readonly route: string }
  | { readonly jobId: string; readonly queue: string }

export interface ActivityTracker {
  /** Everything that the work starts, synchronously or later, belongs to the activity. */
  run<Result>(activity: Activity, work: () => Result): Result
}
