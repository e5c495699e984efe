/** Builds the execution plan of a conversion, before anything is queued: the steps from the input to the output format. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { createExecutionPlan, type ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { Ability } from './ability.ts'
import type { EngineId } from './engine.ts'
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

/** Finds the cheapest route between two formats over declared abilities (Dijkstra). */
interface RouteStep {
  readonly ability: Pick<Ability, 'id' | 'operation'>
  readonly from: FormatId
  readonly to: FormatId
}

/** Overhead of every step: writing and reading an intermediate file. */
const stepCost = 1

interface Path {
  readonly steps: readonly RouteStep[]
  readonly cost: number
  readonly format: FormatId
  /** False for the result of an intermediate ability, which cannot be delivered. */
  readonly isFinal: boolean
}

/** Undefined when no chain of abilities leads there. From a format to itself takes at least one step. */
export function findRoute(
  from: FormatId,
  to: FormatId,
  abilities: readonly Ability[],
  end: 'final' | 'intermediate' = 'final',
): readonly RouteStep[] | undefined {
  const open: Path[] = [{ steps: [], cost: 0, format: from, isFinal: false }]
  // The lowest cost of each state so far: a path that costs as much or more leads nowhere else.
  const known = new Map<string, number>()
  for (;;) {
    const cheapest = takeCheapest(open)
    if (cheapest === undefined) return undefined
    const isAcceptable = cheapest.isFinal || (end === 'intermediate' && cheapest.steps.length > 0)
    if (isAcceptable && cheapest.format === to) return cheapest.steps
    for (const path of nextPaths(cheapest, abilities)) {
      const state = `${path.format} ${path.isFinal}`
      if (path.cost >= (known.get(state) ?? Infinity)) continue
      known.set(state, path.cost)
      open.push(path)
    }
  }
}

/** The shortest route that uses one of the given abilities exactly once, with others before and after it as needed. */
function findRouteThrough(
  from: FormatId,
  to: FormatId,
  through: readonly Ability[],
  others: readonly Ability[],
): readonly RouteStep[] | undefined {
  const [direct] = through
    .filter(ability => ability.from.includes(from) && ability.to.includes(to))
    .toSorted((a, b) => a.cost - b.cost)
  if (direct) return [{ ability: direct, from, to }]
  const routes = through.flatMap(ability => {
    const ends = ability.to.map(exit => ({ exit, after: exit === to ? [] : findRoute(exit, to, others) }))
    return ability.from.flatMap(entry => {
      const before = from === entry ? [] : findRoute(from, entry, others, 'intermediate')
      return ends.flatMap(({ exit, after }) =>
        before === undefined || after === undefined
          ? []
          : [{ steps: [...before, { ability, from: entry, to: exit }, ...after], cost: ability.cost }],
      )
    })
  })
  return routes.toSorted((a, b) => a.steps.length - b.steps.length || a.cost - b.cost)[0]?.steps
}

function takeCheapest(open: Path[]): Path | undefined {
  const cheapest = open.reduce<Path | undefined>(
    (best, path) => (best === undefined || path.cost < best.cost ? path : best),
    undefined,
  )
  if (cheapest !== undefined) open.splice(open.indexOf(cheapest), 1)
  return cheapest
}

function nextPaths(path: Path, abilities: readonly Ability[]): Path[] {
  return abilities
    .filter(ability => ability.from.includes(path.format))
    .flatMap(ability =>
      ability.to.map(to => ({
        steps: [...path.steps, { ability, from: path.format, to }],
        cost: path.cost + ability.cost + stepCost,
        format: to,
        isFinal: ability.isIntermediate !== true,
      })),
    )
}
