/** How large a file may be; exactly the limit is accepted everywhere. */
import { bytesPerMegabyte } from './bytes.ts'
import { type PlanId, plans } from './plans.ts'

/** More than anybody picks by hand, and few enough to be one job. */
export const maxFilesPerArchive = 10_000

/** Of one call that makes a result of each file, where the plan allows any number. */
export const maxFilesPerBatch = 1000

export const defaultMaxBytes = 500 * bytesPerMegabyte

/** A tool's stated limit holds for visitors and Free; paid plans raise it, never lower it. */
export function maxBytesFor(toolMaxBytes: number, plan: PlanId): number {
  return Math.max(toolMaxBytes, plans[plan].raisesFileLimitToBytes)
}
