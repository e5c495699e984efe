/** Who is told what happens to files: people at a terminal, a log, or another program. */

export type TaskEnd =
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
  /** So many more are to be done. */
  expect(count: number): void
  begin(label: string): TaskReport
  /** Something that is about no single file. */
  say(message: string): void
  /** Something that went wrong and is about no single file. */
  complain(message: string): void
  close(): void
}

export interface TaskReport {
  progress(percent: number, stage: string): void
  end(end: TaskEnd): void
}
