/** Batches: their kind of job and their counts. */
import { type BatchState, batchStateSchema } from '@filesmith/contract/schemas/batch'
import type { JobKind } from '../job/job.ts'

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

/** The reason of a failed batch is given if it is the same for all files. */
export function batchJob(noneSucceeded: (all: number) => string): JobKind<BatchState> {
  return {
    read: json => batchStateSchema.parse(json),
    failureOf({ files }) {
      const reasons = new Set(files.flatMap(({ error }) => (error ? [error.message] : [])))
      const [reason] = reasons
      return { message: reasons.size > 1 ? noneSucceeded(files.length) : reason }
    },
    isFailureShown: true,
    hasReceipt: false,
  }
}
