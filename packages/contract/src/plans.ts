/** What each plan allows. Visitors have what Free has. */
import { bytesPerMegabyte } from './bytes.ts'

export const planIds = ['free', 'basic', 'pro'] as const
export type PlanId = (typeof planIds)[number]

interface Plan {
  readonly label: string
  /** Conversions running at once; more wait in the queue. */
  readonly concurrentJobs: number
  /** Higher goes first. */
  readonly queuePriority: number
  /** How long uploads and results are kept. */
  readonly storageHours: number
  /** Any tool's size limit is raised to at least this; 0 leaves it as it stands. */
  readonly raisesFileLimitToBytes: number
}

export const plans = {
  free: { label: 'Free', concurrentJobs: 1, queuePriority: 0, storageHours: 24, raisesFileLimitToBytes: 0 },
  basic: {
    label: 'Basic',
    concurrentJobs: 3,
    queuePriority: 10,
    storageHours: 7 * 24,
    raisesFileLimitToBytes: 250 * bytesPerMegabyte,
  },
  pro: {
    label: 'Pro',
    concurrentJobs: 10,
    queuePriority: 20,
    storageHours: 30 * 24,
    raisesFileLimitToBytes: 2048 * bytesPerMegabyte,
  },
} as const satisfies Record<PlanId, Plan>
