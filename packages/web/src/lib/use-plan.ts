/** The plan of whoever looks at the page. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** Free as long as nobody could say. */
export function usePlan(): PlanId {
  return usePlanOnceKnown() ?? 'free'
}

/** Undefined unless the server has said it. */
export function useConfirmedPlan(): PlanId | undefined {
  return useQuery({ queryKey: [apiPaths.capabilities], select: readPlan }).data
}

/** Undefined while the server is being asked; free when it cannot say. */
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
