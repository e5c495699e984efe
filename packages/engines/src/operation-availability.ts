/** Whether an operation is available with the running engines, with a reason for the user if not. */
import { errorMessage } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { routeFor } from './build-execution-plan.ts'
import type { EngineId } from './engine.ts'
import { engineIds, engines, usableAbilities } from './registry.ts'

export interface Availability {
  readonly isAvailable: boolean
  readonly reason: string | null
}

/** Available as long as any conversion of it works; a single unavailable pair is rejected on request. */
export function operationAvailability(
  operation: OperationId,
  isAvailable: (engine: EngineId) => boolean,
): Availability {
  const wanted: Operation = operations[operation]
  const { inputs, outputs, copiesSameFormat, label } = wanted
  const usable = usableAbilities(isAvailable)
  const sources: readonly FormatId[] = inputs === 'any' ? ['other'] : inputs
  // Copying a file unchanged does not make an operation worth offering.
  const isCopy = (from: FormatId, to: FormatId) => from === to && copiesSameFormat.includes(from)
  const canDoAny = sources.some(from =>
    outputs.some(to => !isCopy(from, to) && routeFor(operation, from, to, usable) !== undefined),
  )
  return canDoAny
    ? { isAvailable: true, reason: null }
    : { isAvailable: false, reason: errorMessage('engine-missing', { tool: label }) }
}

/** The engine that inspects files of a format. */
export function inspectingEngine(format: FormatId): EngineId | undefined {
  return engineIds.find(id => engines[id].inspects?.includes(format))
}
