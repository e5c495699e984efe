/** What each plan allows. Visitors have what Free has. */
import { bytesPerMegabyte } from './bytes.ts'

export const planIds = ['free', 'basic', 'pro'] as const
export type PlanId = (typeof planIds)[number]

interface Plan {
  readonly label: string
  /** Accepted files a day, where no setting says otherwise; null means any number. */
  readonly conversionsPerDay: number | null
  /** Conversions running at once; more wait in the queue. */
  readonly concurrentJobs: number
  /** Higher goes first. */
  readonly queuePriority: number
  /** How long uploads and results are kept. */
  readonly storageHours: number
  /** Any tool's size limit is raised to at least this; 0 leaves it as it stands. */
  readonly raisesFileLimitToBytes: number
  /** Files of one batch; null means any number. */
  readonly batchFiles: number | null
  readonly batchFileBytes: number
}

/** The month's allowance is this many times the day's. */
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
} as const satisfies Record<PlanId, Plan>
