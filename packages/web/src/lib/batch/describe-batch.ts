/** What a batch has come to, in figures and words. */
import type { BatchState } from '@filesmith/contract/schemas/batch'

interface BatchCount {
  /** Converted well. */
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

/** Why nothing came of it: the one reason, where it is the same for all. */
export function describeFailure(
  { files }: BatchState,
  noneSucceeded: (all: number) => string,
): string | undefined {
  const reasons = new Set(files.flatMap(({ error }) => (error ? [error.message] : [])))
  const [reason] = reasons
  return reasons.size > 1 ? noneSucceeded(files.length) : reason
}
