/** What a recipe is: it gives every step of a route the options it needs. */
import type { FormatId } from '@filesmith/contract/formats'
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { RouteStep } from '../find-route.ts'

export interface OperationOptions extends Readonly<Record<string, unknown>> {
  readonly outputFormat: FormatId
}

export type BuildStepOptions = (route: readonly RouteStep[], options: OperationOptions) => PlanStep[]

/** The last step makes what the user asked for; the ones before only hand pixels or samples on. */
export function describeRoute(route: readonly RouteStep[], lastOptions: PlanStep['options']): PlanStep[] {
  return route.map(({ ability, from, to }, index) => ({
    ability: ability.id,
    from,
    to,
    options: index === route.length - 1 ? lastOptions : { isIntermediate: true },
  }))
}
