/** Rate limit for size estimates per network; they are not charged to the allowance. */
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { countWithinMinute } from '../count-within-minute.ts'

export interface EstimateLimitDeps {
  readonly attempts: AttemptCounter
  readonly gifEstimatesPerMinute: number
}

export async function limitEstimates(deps: EstimateLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `estimate:network:${network}`, deps.gifEstimatesPerMinute)
}
