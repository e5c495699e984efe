/** Rate limit for inspections and previews per network; they are not charged to the allowance. */
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { countWithinMinute } from '../count-within-minute.ts'

export interface InspectionLimitDeps {
  readonly attempts: AttemptCounter
  readonly inspectionsPerMinute: number
}

export async function limitInspections(deps: InspectionLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `inspection:network:${network}`, deps.inspectionsPerMinute)
}
