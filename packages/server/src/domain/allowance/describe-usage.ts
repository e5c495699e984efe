/** Used and remaining allowance of an owner. */
import type { User } from '@filesmith/contract/schemas/account'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { AllowanceStore } from '../../ports/allowance-store.ts'
import type { Owner } from '../owners/owner.ts'
import { type AllowanceLimits, perMonth } from './allowance-limits.ts'
import { dayOf, daysBefore, monthOf, nextMidnight, nextMonth } from './utc-days.ts'

export interface UsageDeps {
  readonly allowances: AllowanceStore
  readonly allowanceLimits: AllowanceLimits
}

const shownDays = 30

export async function describeUsage(deps: UsageDeps, owner: Owner, now = new Date()): Promise<Usage> {
  const { inMonth, byDay } = await deps.allowances.read(
    owner.id,
    daysBefore(now, shownDays - 1),
    monthOf(now),
  )
  const usedOn = (day: string) => byDay.get(day) ?? 0
  return {
    today: share(usedOn(dayOf(now)), deps.allowanceLimits.perDay[owner.plan], nextMidnight(now)),
    month: share(inMonth, perMonth(deps.allowanceLimits, owner.plan), nextMonth(now)),
    days: Array.from({ length: shownDays }, (_, index) => {
      const date = daysBefore(now, shownDays - 1 - index)
      return { date, conversions: usedOn(date) }
    }),
  }
}

/** Usage of the month, for the API representation of an account. */
export async function describeMonthUsage(
  deps: UsageDeps,
  owner: Owner,
  now = new Date(),
): Promise<User['usage']> {
  const { inMonth } = await deps.allowances.read(owner.id, dayOf(now), monthOf(now))
  const { remaining, total } = share(inMonth, perMonth(deps.allowanceLimits, owner.plan), nextMonth(now))
  return { remaining, total }
}

function share(used: number, total: number | null, resetsAt: Date): Usage['today'] {
  // After a downgrade, usage may exceed the new total.
  const remaining = total === null ? null : Math.max(0, total - used)
  return { used, remaining, total, resetsAt: resetsAt.toISOString() }
}
