/** Rate limit per key and minute. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../database/attempt-counter.ts'

const minuteSeconds = 60

/**
 * A request with any budget left is allowed whatever its weight; the next one has to wait. The request is counted before
 * the decision, so that concurrent calls cannot all see the same count; refused calls do not extend the window.
 */
export async function countWithinMinute(
  { attempts }: { readonly attempts: AttemptCounter },
  key: string,
  limit: number,
  weight = 1,
): Promise<void> {
  const { count, secondsLeft } = await attempts.count(key, minuteSeconds, weight)
  if (count - weight < limit) return
  throw new AppError('too-many-requests', { retryAfterSeconds: secondsLeft })
}
