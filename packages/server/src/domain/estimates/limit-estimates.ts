/** Measuring costs no conversion, but only so much a minute is measured for one network. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../../ports/attempt-counter.ts'

export interface EstimateLimitDeps {
  readonly attempts: AttemptCounter
  readonly gifEstimatesPerMinute: number
}

const minuteSeconds = 60

export async function limitEstimates(
  { attempts, gifEstimatesPerMinute }: EstimateLimitDeps,
  network: string,
): Promise<void> {
  const key = `estimate:network:${network}`
  const before = await attempts.peek(key)
  if (before && before.count >= gifEstimatesPerMinute) throw new AppError('too-many-requests')
  await attempts.count(key, minuteSeconds, 1)
}
