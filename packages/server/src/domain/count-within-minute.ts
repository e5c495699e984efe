/** Lets only so much a minute be done under one key. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../ports/attempt-counter.ts'

const minuteSeconds = 60

/** Whoever has anything left may do one thing, however much it weighs; the next one has to wait for it. */
export async function countWithinMinute(
  { attempts }: { readonly attempts: AttemptCounter },
  key: string,
  limit: number,
  weight = 1,
): Promise<void> {
  const before = await attempts.peek(key)
  if (before && before.count >= limit) throw new AppError('too-many-requests')
  await attempts.count(key, minuteSeconds, weight)
}
