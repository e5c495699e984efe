/** How many conversions a plan allows on this installation. */
import { allowanceDaysPerMonth, type PlanId } from '@filesmith/contract/plans'

export interface AllowanceLimits {
  /** Null means any number. */
  readonly perDay: Readonly<Record<PlanId, number | null>>
  /** For all visitors of one network together. */
  readonly addressPerDay: number
}

export function perMonth(limits: AllowanceLimits, plan: PlanId): number | null {
  const perDay = limits.perDay[plan]
  return perDay === null ? null : perDay * allowanceDaysPerMonth
}
