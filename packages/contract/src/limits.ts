/** File size and count limits; exactly the limit is accepted everywhere. */
import { bytesPerMegabyte } from './bytes.ts'
import { type PlanId, plans } from './plans.ts'

/** More than can be selected by hand, and few enough for one job. */
export const maxFilesPerArchive = 10_000

/** Per batch request on plans with unlimited batches. */
export const maxFilesPerBatch = 1000

/** The largest archive, and so the limit of a file in one on plans that set none. */
export const maxArchiveFileBytes = 64 * 1024 * bytesPerMegabyte

export const defaultMaxBytes = 500 * bytesPerMegabyte

/** A tool's limit is for visitors and Free; paid plans raise it, never lower it. */
export function maxBytesFor(toolMaxBytes: number, plan: PlanId): number {
  return Math.max(toolMaxBytes, plans[plan].raisesFileLimitToBytes)
}
