/** What the server's list says about a plan; nothing as long as it is not there. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type PlanOffer, planOffersSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'

export function useOffer(planNumber: number): PlanOffer | undefined {
  const { data } = useQuery({
    queryKey: [apiPaths.subscriptionPlans],
    select: reply => planOffersSchema.parse(reply),
  })
  return data?.find(({ id }) => id === planNumber)
}
