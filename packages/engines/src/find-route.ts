/** Finds the cheapest way from one format to another over declared abilities. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Ability } from './engine.ts'

export interface RouteStep {
  readonly ability: Pick<Ability, 'id'>
  readonly from: FormatId
  readonly to: FormatId
}

/** What every step costs beside its ability: a file written and read again. */
const stepCost = 1

interface Path {
  readonly steps: readonly RouteStep[]
  readonly cost: number
  readonly format: FormatId
  /** A result of an intermediate ability may be passed on but not handed out. */
  readonly isPresentable: boolean
}

/** Undefined when no chain of abilities leads there. From a format to itself takes at least one step. */
export function findRoute(
  from: FormatId,
  to: FormatId,
  abilities: readonly Ability[],
  /** Its result only feeds another step: what an intermediate ability makes will do. */
  feedsAnother = false,
): readonly RouteStep[] | undefined {
  const open: Path[] = [{ steps: [], cost: 0, format: from, isPresentable: false }]
  const settled = new Set<string>()
  for (;;) {
    const cheapest = takeCheapest(open)
    if (cheapest === undefined) return undefined
    const isResult = cheapest.isPresentable || (feedsAnother && cheapest.steps.length > 0)
    if (isResult && cheapest.format === to) return cheapest.steps
    const state = `${cheapest.format} ${cheapest.isPresentable}`
    if (settled.has(state)) continue
    settled.add(state)
    open.push(...nextPaths(cheapest, abilities))
  }
}

/** The shortest way that uses one of the given abilities once, and others before and behind it where they are needed. */
export function findRouteThrough(
  from: FormatId,
  to: FormatId,
  through: readonly Ability[],
  others: readonly Ability[],
): readonly RouteStep[] | undefined {
  const leads = (start: FormatId, end: FormatId, feedsAnother: boolean) =>
    start === end ? [] : findRoute(start, end, others, feedsAnother)
  const routes = through.flatMap(ability =>
    ability.from.flatMap(entry =>
      ability.to.flatMap(exit => {
        const before = leads(from, entry, true)
        const behind = leads(exit, to, false)
        if (before === undefined || behind === undefined) return []
        return [{ steps: [...before, { ability, from: entry, to: exit }, ...behind], cost: ability.cost }]
      }),
    ),
  )
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
        isPresentable: ability.isIntermediate !== true,
      })),
    )
}
