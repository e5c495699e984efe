/** Whether an operation is available with the running engines, with a reason for the user if not. */
import { errorMessage } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { FormatPairs, Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { routeFor } from './build-execution-plan.ts'
import type { EngineId } from './engine.ts'
import { abilities, engineIds, engines, usableAbilities } from './registry.ts'

export interface Availability {
  readonly isAvailable: boolean
  readonly reason: string | null
}

/** Available as long as any conversion of it works; see `missingPairs` for the others. */
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

const knownMissing = new Map<string, FormatPairs>()

/** Pairs of an operation that would be possible with all engines; computed once for each set of engines. */
export function missingPairs(
  operation: OperationId,
  isAvailable: (engine: EngineId) => boolean,
): FormatPairs {
  const running = engineIds.filter(isAvailable)
  if (running.length === engineIds.length) return {}
  const key = [operation, ...running].join(' ')
  const known = knownMissing.get(key)
  if (known) return known
  const { inputs, outputs, pairs }: Operation = operations[operation]
  const usable = usableAbilities(isAvailable)
  const sources = inputs === 'any' ? [] : inputs
  const found = sources.flatMap(from => {
    const lost = (pairs?.[from] ?? outputs).filter(
      to =>
        routeFor(operation, from, to, usable) === undefined &&
        routeFor(operation, from, to, abilities) !== undefined,
    )
    return lost.length > 0 ? [[from, lost] as const] : []
  })
  const missing: FormatPairs = Object.fromEntries(found)
  knownMissing.set(key, missing)
  return missing
}

/** The engine that inspects files of a format. */
export function inspectingEngine(format: FormatId): EngineId | undefined {
  return engineIds.find(id => engines[id].inspects?.includes(format))
}
