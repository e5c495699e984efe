/** What is paid for the plan, and what was: asked anew on every visit of the section. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { User } from '@filesmith/contract/schemas/account'
import { type Billing, billingSchema } from '@filesmith/contract/schemas/billing'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAccountChange } from '../../../lib/use-account.ts'

export function useBilling({ subscription }: User): UseQueryResult<Billing> {
  // Renewals and failed payments come from outside: what was loaded on an earlier visit says nothing about now.
  const query = useQuery({ queryKey: [apiPaths.subscription], select: billingSchema.parse, gcTime: 0 })

  const refresh = useEffectEvent(useAccountChange().refresh)
  const known = standing(subscription?.status)
  // What is said of a plan that was given says nothing of one that is paid beside it.
  const isGranted = subscription?.isGranted === true
  const found = query.data && standing(query.data.subscription?.status)
  useEffect(() => {
    // The page has been open for long: what it knows about the account is older than this answer.
    if (!isGranted && found !== undefined && found !== known) void refresh()
  }, [found, known, isGranted])

  return query
}

function standing(status: string | undefined): string {
  return status ?? 'ended'
}
