/** Billing state of the account: subscription, credit and invoices. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { User } from '@filesmith/contract/schemas/account'
import { type Billing, billingSchema } from '@filesmith/contract/schemas/billing'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAccountChange } from '../../../lib/use-account.ts'

export function useBilling({ subscription }: User): UseQueryResult<Billing> {
  // Not cached between visits: renewals and failed payments happen outside of the app.
  const query = useQuery({ queryKey: [apiPaths.subscription], select: billingSchema.parse, gcTime: 0 })

  const refresh = useEffectEvent(useAccountChange().refresh)
  const accountStatus = statusOrEnded(subscription?.status)
  // The status of a granted plan does not describe the subscription that is paid in addition.
  const isGranted = subscription?.isGranted === true
  const billingStatus = query.data && statusOrEnded(query.data.subscription?.status)
  useEffect(() => {
    // The cached account is older than this response.
    if (!isGranted && billingStatus !== undefined && billingStatus !== accountStatus) void refresh()
  }, [billingStatus, accountStatus, isGranted])

  return query
}

function statusOrEnded(status: string | undefined): string {
  return status ?? 'ended'
}
