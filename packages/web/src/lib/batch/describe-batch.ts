/** Counts and failure message of a batch. */
import type { BatchState } from '@filesmith/contract/schemas/batch'

interface BatchCount {
  /** Succeeded. */
  readonly done: number
  readonly failed: number
  readonly all: number
}

export function countDone({ files }: Pick<BatchState, 'files'>): BatchCount {
  return {
    done: files.filter(({ status }) => status === 'succeeded').length,
    failed: files.filter(({ status }) => status === 'failed').length,
    all: files.length,
  }
}

/** Failure message of a batch: the reason if it is the same for all files. */
export function describeBatchFailure(
  { files }: BatchState,
  noneSucceeded: (all: number) => string,
): string | undefined {
  const reasons = new Set(files.flatMap(({ error }) => (error ? [error.message] : [])))
  const [reason] = reasons
  return reasons.size > 1 ? noneSucceeded(files.length) : reason
}
