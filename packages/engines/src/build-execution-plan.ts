/** Builds the execution plan of a conversion, before anything is queued: the steps from the input to the output format. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { createExecutionPlan, type ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { Ability } from './ability.ts'
import type { EngineId } from './engine.ts'
import { findRoute, findRouteThrough, type RouteStep } from './find-route.ts'
import { abilities, copyAbility, usableAbilities } from './registry.ts'

export interface ConversionRequest {
  readonly operation: OperationId
  /** Sniffed from the content. */
  readonly from: FormatId
  readonly requested: Pick<Requested, 'inputs' | 'stepOptions' | 'encoding' | 'outputFor'> &
    Partial<Pick<Requested, 'isStrict'>>
  readonly isAvailable: (engine: EngineId) => boolean
}

export function buildExecutionPlan({
  operation,
  from,
  requested,
  isAvailable,
}: ConversionRequest): ExecutionPlan {
  const { inputs, stepOptions, encoding } = requested
  const { page, ...written } = encoding
  if (inputs !== 'any') {
    if (from === 'playlist') throw new AppError('playlist-given')
    if (!inputs.includes(from)) throw new AppError('unsupported-input', { format: formats[from].label })
  }
  const usable = usableAbilities(isAvailable)
  const route = routeFor(operation, from, requested.outputFor(from), usable)
  if (route === undefined) throw new AppError('engine-missing', { tool: operations[operation].label })
  const steps = route.map(({ ability, ...formats }, index) => {
    const isLast = index === route.length - 1
    // Only the first step reads the file with its pages.
    const reading = index === 0 && page ? { page } : {}
    const options = ability.operation
      ? { ...stepOptions, ...reading }
      : { ...(isLast && written), ...reading }
    return {
      ability: ability.id,
      ...formats,
      options: { ...options, ...(!isLast && { isIntermediate: true }) },
    }
  })
  return createExecutionPlan(steps, requested.isStrict)
}

/** Engines that a worker needs for the whole execution plan; none for a mere copy. */
export function enginesNeeded({ steps }: ExecutionPlan): EngineId[] {
  const needed = steps.flatMap(step => abilities.find(({ id }) => id === step.ability)?.engine ?? [])
  return [...new Set(needed)].sort()
}

export function routeFor(
  operation: OperationId,
  from: FormatId,
  to: FormatId,
  usable: readonly Ability[],
): readonly RouteStep[] | undefined {
  const { inputs, copiesSameFormat }: Operation = operations[operation]
  if (inputs === 'any') {
    const packing = usable.find(ability => ability.operation === operation && ability.to.includes(to))
    return packing && [{ ability: packing, from, to }]
  }
  if (from === to && copiesSameFormat.includes(from)) return [{ ability: copyAbility, from, to }]
  const isDedicated = (ability: Ability) => ability.operation === operation
  const general = usable.filter(ability => ability.operation === undefined)
  return abilities.some(isDedicated)
    ? findRouteThrough(from, to, usable.filter(isDedicated), general)
    : findRoute(from, to, general)
}
