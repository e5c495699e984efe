/** Lets only so much a minute be done under one key. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../ports/attempt-counter.ts'

const minuteSeconds = 60

/**
 * Whoever has anything left may do one thing, however much it weighs; the next one has to wait for it. Counted before
 * it is decided, so that calls at the same moment cannot all see the same number; the minute does not grow by refusals.
 */
export async function countWithinMinute(
  { attempts }: { readonly attempts: AttemptCounter },
  key: string,
  limit: number,
  weight = 1,
): Promise<void> {
  const { count, endsAt } = await attempts.count(key, minuteSeconds, weight)
  if (count - weight < limit) return
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - Date.now()) / 1000))
  throw new AppError('too-many-requests', { retryAfterSeconds })
}
