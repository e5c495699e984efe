/** Says whether an operation can be offered with the engines that are there, and in plain words why not. */
import { errorMessage } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { EngineId } from './engine.ts'
import { routeFor } from './plan.ts'
import { abilities, engineIds, engines } from './registry.ts'

export interface Availability {
  readonly isAvailable: boolean
  readonly reason: string | null
}

/** Offered as long as anything of it works: a single missing pair is refused when it is asked for. */
export function operationAvailability(
  operation: OperationId,
  isAvailable: (engine: EngineId) => boolean,
): Availability {
  const wanted: Operation = operations[operation]
  const { inputs, outputs, outputFor, label } = wanted
  const usable = abilities.filter(ability => isAvailable(ability.engine))
  const sources: readonly FormatId[] = inputs === 'any' ? ['other'] : inputs
  // Handing a file back as it is does not make an operation worth offering.
  const canDoAny = sources.some(from =>
    outputs.some(to => (from !== to || outputFor) && routeFor(operation, from, to, usable) !== undefined),
  )
  return canDoAny
    ? { isAvailable: true, reason: null }
    : { isAvailable: false, reason: errorMessage('engine-missing', { tool: label }) }
}

/** The engine that looks into files of a format without converting them. */
export function inspectingEngine(format: FormatId): EngineId | undefined {
  return engineIds.find(id => engines[id].inspects?.includes(format))
}
