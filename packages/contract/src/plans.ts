/**
 * What each plan gives: the only place for limits and included features. The server enforces it and every page reads its
 * figures from it (docs/plans.md names the code and the test of each line). Visitors have Free.
 */
import { bytesPerMegabyte } from './bytes.ts'
import type { FormatId } from './formats.ts'
import type { Instance } from './instance.ts'

/** The plans of a public instance, lowest first. */
export const planIds = ['free', 'basic', 'pro'] as const
export type OfferedPlanId = (typeof planIds)[number]
/** `private`: what everybody has in a private instance. It is neither offered nor named. */
export type PlanId = OfferedPlanId | 'private'

interface Plan {
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
  /** Per file in an archive; null means unlimited, up to the storage quota of the plan. */
  readonly archiveFileBytes: number | null
  readonly maxCompressionLevel: number
  /** Recognized in one file. */
  readonly ocrLanguages: number
  /** Images per request of the resizer; null means unlimited. */
  readonly resizeImages: number | null
  /** Smart cropping and a maximum file size in the resizer. */
  readonly hasSmartResize: boolean
  /** Exact quality, codecs, rates and metadata of converted files. */
  readonly hasAdvancedOptions: boolean
  /** Of the formats in `premiumFormats`. */
  readonly premiumFormats: readonly FormatId[]
  readonly hasAdvertising: boolean
  readonly hasApi: boolean
  /** Messages are marked as priority in the inbox of the operators. */
  readonly hasPriorityEmail: boolean
  /** Messages in the chat of the account; without it, an existing chat can only be read. */
  readonly hasChat: boolean
}

/** Output formats that not every plan includes, in the order in which they are listed. */
const premiumFormats = ['rar', 'psd', 'opus', 'aiff'] as const satisfies readonly FormatId[]

/** Monthly allowance as a multiple of the daily one. */
export const allowanceDaysPerMonth = 30

const offeredPlans = {
  free: {
    label: 'Free',
    conversionsPerDay: 10,
    concurrentJobs: 1,
    queuePriority: 0,
    storageHours: 24,
    raisesFileLimitToBytes: 0,
    batchFiles: 5,
    batchFileBytes: 10 * bytesPerMegabyte,
    archiveFileBytes: 1024 * bytesPerMegabyte,
    maxCompressionLevel: 7,
    ocrLanguages: 1,
    resizeImages: 10,
    hasSmartResize: false,
    hasAdvancedOptions: false,
    premiumFormats: [],
    hasAdvertising: true,
    hasApi: false,
    hasPriorityEmail: false,
    hasChat: false,
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
    archiveFileBytes: null,
    maxCompressionLevel: 9,
    ocrLanguages: 4,
    resizeImages: null,
    hasSmartResize: true,
    hasAdvancedOptions: true,
    premiumFormats: ['rar'],
    hasAdvertising: false,
    hasApi: false,
    hasPriorityEmail: false,
    hasChat: false,
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
    archiveFileBytes: null,
    maxCompressionLevel: 9,
    ocrLanguages: 4,
    resizeImages: null,
    hasSmartResize: true,
    hasAdvancedOptions: true,
    premiumFormats,
    hasAdvertising: false,
    hasApi: true,
    hasPriorityEmail: true,
    hasChat: true,
  },
} as const satisfies Record<OfferedPlanId, Plan>

export const plans = {
  ...offeredPlans,
  // Without payment, no message has priority over another.
  private: { ...offeredPlans.pro, label: 'Private', hasPriorityEmail: false },
} as const satisfies Record<PlanId, Plan>

/** The plans that users of the instance can have. */
export function plansOf(instance: Instance): readonly PlanId[] {
  return instance === 'private' ? ['private'] : planIds
}

/** Conversions per day of each plan, as an operator may set them; null means unlimited. */
export type ConversionsPerDay = Readonly<Record<OfferedPlanId, number | null>>

export const defaultConversionsPerDay: ConversionsPerDay = {
  free: plans.free.conversionsPerDay,
  basic: plans.basic.conversionsPerDay,
  pro: plans.pro.conversionsPerDay,
}

/** The plan as the API names it; undefined in a private instance. */
export function namedPlan(plan: PlanId): OfferedPlanId | undefined {
  return plan === 'private' ? undefined : plan
}

/** The lowest plan that includes the format. */
export function planForFormat(format: FormatId): OfferedPlanId {
  if (!isPremium(format)) return 'free'
  return planIds.find(plan => includesFormat(plan, format)) ?? 'pro'
}

export function includesFormat(plan: PlanId, format: FormatId): boolean {
  const included: readonly FormatId[] = plans[plan].premiumFormats
  return !isPremium(format) || included.includes(format)
}

function isPremium(format: FormatId): boolean {
  return premiumFormats.some(premium => premium === format)
}
