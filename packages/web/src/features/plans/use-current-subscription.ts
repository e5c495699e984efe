/** Subscription of a paying user: interval and status. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanId } from '@filesmith/contract/plans'
import { type Billing, billingSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'

export type CurrentSubscription = Billing['subscription'] | undefined

/** Undefined while loading; only requested for users on a paid plan. */
export function useCurrentSubscription(current: PlanId | null): CurrentSubscription {
  const { data } = useQuery({
    queryKey: [apiPaths.subscription],
    select: billingSchema.parse,
    enabled: current === 'basic' || current === 'pro',
  })
  return data?.subscription
}
