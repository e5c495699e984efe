/** Limits of each plan. Visitors have Free. */
import { bytesPerMegabyte } from './bytes.ts'

export const planIds = ['free', 'basic', 'pro'] as const
export type PlanId = (typeof planIds)[number]

interface PlanLimits {
  readonly label: string
  /** Default number of files per day; null means unlimited. */
  readonly conversionsPerDay: number | null
  /** Concurrent conversions; further ones wait in the queue. */
  readonly concurrentJobs: number
  /** Higher is claimed first. */
  readonly queuePriority: number
  /** How long uploads and results are kept. */
  readonly storageHours: number
  /** Raises size limits of tools to at least this; 0 leaves them unchanged. */
  readonly raisesFileLimitToBytes: number
  /** Files per batch; null means unlimited. */
  readonly batchFiles: number | null
  readonly batchFileBytes: number
}

/** Monthly allowance as a multiple of the daily one. */
export const allowanceDaysPerMonth = 30

export const plans = {
  free: {
    label: 'Free',
    conversionsPerDay: 10,
    concurrentJobs: 1,
    queuePriority: 0,
    storageHours: 24,
    raisesFileLimitToBytes: 0,
    batchFiles: 5,
    batchFileBytes: 10 * bytesPerMegabyte,
  },
  basic: {
    label: 'Basic',
    conversionsPerDay: 50,
    concurrentJobs: 3,
    queuePriority: 10,
    storageHours: 7 * 24,
    raisesFileLimitToBytes: 250 * bytesPerMegabyte,
    batchFiles: 5,
    batchFileBytes: 250 * bytesPerMegabyte,
  },
  pro: {
    label: 'Pro',
    conversionsPerDay: null,
    concurrentJobs: 10,
    queuePriority: 20,
    storageHours: 30 * 24,
    raisesFileLimitToBytes: 2048 * bytesPerMegabyte,
    batchFiles: null,
    batchFileBytes: 2048 * bytesPerMegabyte,
  },
} as const satisfies Record<PlanId, PlanLimits>
