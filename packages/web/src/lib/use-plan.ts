/** Plan of the current user. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** Free while loading and on failure. */
export function usePlan(): PlanId {
  return usePlanOnceKnown() ?? 'free'
}

/** Undefined while loading and on failure. */
export function useConfirmedPlan(): PlanId | undefined {
  return useQuery({ queryKey: [apiPaths.capabilities], select: readPlan }).data
}

/** Undefined while loading; Free on failure. */
export function usePlanOnceKnown(): PlanId | undefined {
  const { data, isPending } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: readPlan,
  })
  return isPending ? undefined : (data ?? 'free')
}

function readPlan(reply: unknown): PlanId {
  return capabilitiesSchema.parse(reply).plan
}
