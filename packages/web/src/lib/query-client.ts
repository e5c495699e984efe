/** Query client: data stays cached until it is invalidated. */
import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { RequestError, request } from './request.ts'

interface FetchJsonSettings {
  readonly on401: 'throw' | 'null'
}

/** Loads the path given as the first element of the query key. */
export function fetchJson<Reply>(settings: { readonly on401: 'throw' }): QueryFunction<Reply>
export function fetchJson<Reply>(settings: FetchJsonSettings): QueryFunction<Reply | null>
export function fetchJson<Reply>({ on401 }: FetchJsonSettings): QueryFunction<Reply | null> {
  return async ({ queryKey }) => {
    try {
      const response = await request('GET', String(queryKey[0]))
      return await response.json()
    } catch (error) {
      if (on401 === 'null' && error instanceof RequestError && error.status === 401) return null
      throw error
    }
  }
}

/**
 * Whether the machine has a network says nothing: the server may run on the same one. What cannot be reached fails at once
 * instead of waiting.
 */
const networkMode = 'always'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchJson({ on401: 'throw' }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  })
}
