/** The allowance a request is charged to, and the errors when it is used up. */
import { AppError, type ErrorCode } from '@filesmith/contract/errors'
import type { Charge, FullAllowance } from '../../ports/allowance-store.ts'
import { describeWait } from '../describe-wait.ts'
import { isVisitor } from '../owners/owner.ts'
import { type AllowanceLimits, perMonth } from './allowance-limits.ts'
import type { Requester } from './requester.ts'
import { dayOf, nextMidnight, nextMonth } from './utc-days.ts'

/** Accounts are not counted by network, because many of them may share one. */
export function chargeFor(limits: AllowanceLimits, { owner, addressHash }: Requester, now: Date): Charge {
  return {
    day: dayOf(now),
    perDay: limits.perDay[owner.plan],
    perMonth: perMonth(limits, owner.plan),
    network: isVisitor(owner) ? { addressHash, perDay: limits.addressPerDay } : null,
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
