/** The subscription of somebody who pays: which of its prices is theirs, and whether it goes on. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { type Billing, billingSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'

export type OwnSubscription = Billing['subscription'] | undefined

/** Undefined as long as nobody could say; only those on a paid plan are asked about. */
export function useOwnSubscription(current: PlanId | null): OwnSubscription {
  const { data } = useQuery({
    queryKey: [apiPaths.subscription],
    select: billingSchema.parse,
    enabled: current === 'basic' || current === 'pro',
  })
  return data?.subscription
}
