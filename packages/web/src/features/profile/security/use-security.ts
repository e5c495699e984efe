/** What protects the account: password, two-step sign-in, connections, sessions. Asked anew on every visit of the section. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AccountSecurity, securitySchema } from '@filesmith/contract/schemas/account-security'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'

const key = [apiPaths.security]

export function useSecurity(): UseQueryResult<AccountSecurity> {
  // Sessions begin and end on other devices: what was loaded on an earlier visit says nothing about now.
  return useQuery({ queryKey: key, select: securitySchema.parse, gcTime: 0 })
}

export function useReloadSecurity(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}
