/** The plan of whoever looks at the page. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { useQuery } from '@tanstack/react-query'

/** Free as long as nobody could say. */
export function usePlan(): PlanId {
  const { data } = useQuery({
    queryKey: [apiPaths.capabilities],
    select: reply => capabilitiesSchema.parse(reply).plan,
  })
  return data ?? 'free'
}
