/** API keys of the account, not cached between visits: they are also used and revoked elsewhere. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type ApiKey, apiKeysSchema } from '@filesmith/contract/schemas/v1/api-key'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'

const key = [apiPaths.apiKeys]

export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({ queryKey: key, select: apiKeysSchema.parse, gcTime: 0 })
}

export function useReloadApiKeys(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}
