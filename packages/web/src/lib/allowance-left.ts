/** Remaining allowance: of the day, or of the month when that is lower. */
import type { Usage } from '@filesmith/contract/schemas/usage'

export interface AllowanceLeft {
  readonly left: number
  readonly total: number
  readonly period: 'day' | 'month'
  readonly resetsAt: string
}

/** Null without a limit. */
export function allowanceLeft({ today, month }: Usage): AllowanceLeft | null {
  const isMonth = (month.remaining ?? Infinity) < (today.remaining ?? Infinity)
  const { remaining, total, resetsAt } = isMonth ? month : today
  if (remaining === null || total === null) return null
  return { left: remaining, total, period: isMonth ? 'month' : 'day', resetsAt }
}
