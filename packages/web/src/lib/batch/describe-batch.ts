/** Batches: their kind of job and their counts. */
import { type BatchState, batchStateSchema } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { isLockCode, type JobKind } from '../job/job.ts'

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

/** A failed file that its password may open. */
export function isLocked({ status, error }: ConversionState): boolean {
  return status === 'failed' && isLockCode(error?.code)
}

/** The reason of a failed batch is given if it is the same for all files, and its code if all need a password. */
export function batchJob(noneSucceeded: (all: number) => string): JobKind<BatchState> {
  return {
    read: json => batchStateSchema.parse(json),
    failureOf({ files }) {
      const reasons = new Set(files.flatMap(({ error }) => (error ? [error.message] : [])))
      const [reason] = reasons
      const message = reasons.size > 1 ? noneSucceeded(files.length) : reason
      return { message, code: files.every(isLocked) ? 'password-needed' : undefined }
    },
    isFailureShown: true,
    hasReceipt: false,
  }
}
