/** Conversion limits per plan of this installation. */
import { allowanceDaysPerMonth, type PlanId } from '@filesmith/contract/plans'

export interface AllowanceLimits {
  /** Null means unlimited. */
  readonly perDay: Readonly<Record<PlanId, number | null>>
  /** For all anonymous visitors of one network together. */
  readonly addressPerDay: number
}

export function perMonth(limits: AllowanceLimits, plan: PlanId): number | null {
  const perDay = limits.perDay[plan]
  return perDay === null ? null : perDay * allowanceDaysPerMonth
}
