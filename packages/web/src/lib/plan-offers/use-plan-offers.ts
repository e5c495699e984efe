/** Loads the plan offers with their prices. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type PlanOffer, planOffersSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'
import { currentInstance } from '../instance.ts'
import { RequestError, request } from '../request.ts'

export function usePlanOffers() {
  return useQuery({
    queryKey: [apiPaths.subscriptionPlans],
    queryFn: fetchOffers,
    enabled: currentInstance() === 'public',
  })
}

async function fetchOffers(): Promise<PlanOffer[]> {
  try {
    const response = await request('GET', apiPaths.subscriptionPlans)
    return planOffersSchema.parse(await response.json())
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new Error(offerMessages.fetchFailed, { cause: error })
  }
}
