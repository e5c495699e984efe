/** Security state of the account: password, two-step sign-in, connections and sessions. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AccountSecurity, securitySchema } from '@filesmith/contract/schemas/account-security'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'

const key = [apiPaths.security]

export function useSecurity(): UseQueryResult<AccountSecurity> {
  // Not cached between visits: other devices start and end sessions.
  return useQuery({ queryKey: key, select: securitySchema.parse, gcTime: 0 })
}

export function useReloadSecurity(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}
