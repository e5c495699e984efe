/** Plan of the current user. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'
import { currentInstance } from './instance.ts'

/** Free while loading and on failure, except in a private instance. */
export function usePlan(): PlanId {
  return usePlanOnceKnown() ?? 'free'
}

/** Undefined while loading and on failure. */
export function useConfirmedPlan(): PlanId | undefined {
  const { data } = useQuery({ queryKey: [apiPaths.capabilities], select: readPlan })
  return instancePlan() ?? data
}

/** Undefined while loading; Free on failure. */
export function usePlanOnceKnown(): PlanId | undefined {
  const { data, isPending } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: readPlan,
  })
  return instancePlan() ?? (isPending ? undefined : (data ?? 'free'))
}

/** The plan of everybody in a private instance, known without a request. */
function instancePlan(): PlanId | undefined {
  return currentInstance() === 'private' ? 'private' : undefined
}

function readPlan(reply: unknown): PlanId | undefined {
  return capabilitiesSchema.parse(reply).plan
}
