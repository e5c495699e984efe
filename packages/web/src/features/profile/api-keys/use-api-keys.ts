/** One's own API keys, asked anew on every visit: they are used and revoked elsewhere too. */
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
