/** Builds the options of every step of a route from the options of an operation. */
import type { FormatId } from '@filesmith/contract/formats'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import type { RouteStep } from '../find-route.ts'

export interface OperationOptions extends Readonly<Record<string, unknown>> {
  readonly outputFormat: FormatId
}

export type BuildStepOptions = (route: readonly RouteStep[], options: OperationOptions) => ExecutionStep[]

/** The last step gets the user's options; the steps before only produce intermediate files. */
export function describeRoute(
  route: readonly RouteStep[],
  lastOptions: ExecutionStep['options'],
): ExecutionStep[] {
  return route.map(({ ability, from, to }, index) => ({
    ability: ability.id,
    from,
    to,
    options: index === route.length - 1 ? lastOptions : { isIntermediate: true },
  }))
}
