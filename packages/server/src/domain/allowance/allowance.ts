/** The allowance of an owner: limits, what a request is charged, and what is left. */

import { AppError, type ErrorCode } from '@filesmith/contract/errors'
import { allowanceDaysPerMonth, type PlanId } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { AllowanceStore, Charge, FullAllowance } from '../../database/allowance-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { describeWait } from '../describe-wait.ts'
import { isVisitor, type Owner } from '../owners/owner.ts'

export interface AllowanceLimits {
  /** Null means unlimited. */
  readonly perDay: Readonly<Record<PlanId, number | null>>
  /** For all anonymous visitors of one network together. */
  readonly addressPerDay: number
}

/** Conversion limits per plan of this installation. */
function perMonth(limits: AllowanceLimits, plan: PlanId): number | null {
  const perDay = limits.perDay[plan]
  return perDay === null ? null : perDay * allowanceDaysPerMonth
}

/** Accounts are not counted by network, because many of them may share one; nor is who has no limit. */
export function chargeFor(limits: AllowanceLimits, { owner, addressHash }: Requester, now: Date): Charge {
  return {
    day: dayOf(now),
    perDay: limits.perDay[owner.plan],
    perMonth: perMonth(limits, owner.plan),
    network:
      isVisitor(owner) && limits.perDay[owner.plan] !== null
        ? { addressHash, perDay: limits.addressPerDay }
        : null,
  }
}

export function allowanceUsedError(full: FullAllowance, charge: Charge, now: Date): AppError {
  if (full === 'month-full') return used('month-allowance-used', charge.perMonth, nextMonth(now), now)
  if (full === 'network-full')
    return used('address-allowance-used', charge.network?.perDay ?? null, nextMidnight(now), now)
  return used('allowance-used', charge.perDay, nextMidnight(now), now)
}

/** Used when some allowance is left, but not enough for this many files. */
export function allowanceTooSmallError(count: number, left: number, charge: Charge, now: Date): AppError {
  const { params } = used('allowance-used', charge.perDay, nextMidnight(now), now)
  return new AppError('allowance-too-small', { ...params, count, left })
}

function used(code: ErrorCode, limit: number | null, resetsAt: Date, now: Date): AppError {
  const retryAfterSeconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  return new AppError(code, { limit: limit ?? 0, wait: describeWait(retryAfterSeconds), retryAfterSeconds })
}

export interface UsageDeps extends Clock {
  readonly allowances: AllowanceStore
  readonly allowanceLimits: AllowanceLimits
}

const shownDays = 30

/** Used and remaining allowance of an owner. */
export async function describeUsage(deps: UsageDeps, owner: Owner): Promise<Usage> {
  const now = deps.now()
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
export async function describeMonthUsage(deps: UsageDeps, owner: Owner): Promise<User['usage']> {
  const now = deps.now()
  const { inMonth } = await deps.allowances.read(owner.id, dayOf(now), monthOf(now))
  const { remaining, total } = share(inMonth, perMonth(deps.allowanceLimits, owner.plan), nextMonth(now))
  return { remaining, total }
}

function share(used: number, total: number | null, resetsAt: Date): Usage['today'] {
  // After a downgrade, usage may exceed the new total.
  const remaining = total === null ? null : Math.max(0, total - used)
  return { used, remaining, total, resetsAt: resetsAt.toISOString() }
}

export interface Requester {
  readonly owner: Owner
  /** Keyed hash: sufficient for counting, without storing the IP address. */
  readonly addressHash: string
}

const dayMs = 24 * 60 * 60 * 1000

/** For example 2026-03-31. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function daysBefore(moment: Date, days: number): string {
  return dayOf(new Date(moment.getTime() - days * dayMs))
}

/** First day of the month. */
function monthOf(moment: Date): string {
  return `${dayOf(moment).slice(0, 7)}-01`
}

function nextMidnight(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1))
}

function nextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1))
}
