/** The plan of whoever looks at the page. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** Free as long as nobody could say. */
export function usePlan(): PlanId {
  return usePlanOnceKnown() ?? 'free'
}

/** Undefined while the server is being asked; free when it cannot say. */
export function usePlanOnceKnown(): PlanId | undefined {
  const { data, isPending } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => capabilitiesSchema.parse(reply).plan,
  })
  return isPending ? undefined : (data ?? 'free')
}
