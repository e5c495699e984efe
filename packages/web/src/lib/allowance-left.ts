/** How much of the allowance is left: today's, or the month's where that ends sooner. */
import type { Usage } from '@filesmith/contract/schemas/usage'

export interface AllowanceLeft {
  readonly left: number
  readonly total: number
  readonly period: 'day' | 'month'
  readonly resetsAt: string
}

/** Null for those who have no limit. */
export function allowanceLeft({ today, month }: Usage): AllowanceLeft | null {
  const isMonth = (month.remaining ?? Infinity) < (today.remaining ?? Infinity)
  const { remaining, total, resetsAt } = isMonth ? month : today
  if (remaining === null || total === null) return null
  return { left: remaining, total, period: isMonth ? 'month' : 'day', resetsAt }
}
