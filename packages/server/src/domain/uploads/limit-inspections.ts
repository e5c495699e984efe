/** Inspecting a file costs no conversion, but work: only so many inspections and previews a minute for one network. */
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { countWithinMinute } from '../count-within-minute.ts'

export interface InspectionLimitDeps {
  readonly attempts: AttemptCounter
  readonly inspectionsPerMinute: number
}

export async function limitInspections(deps: InspectionLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `inspection:network:${network}`, deps.inspectionsPerMinute)
}
