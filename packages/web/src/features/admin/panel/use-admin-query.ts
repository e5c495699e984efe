/** What a section shows, loaded anew at every visit, and refreshed while it is looked at where that is wanted. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../lib/request.ts'
import { fetchAdmin, type Shape } from './fetch-admin.ts'

export interface AdminQuery<Reply> {
  readonly data: Reply | undefined
  /** Why there is nothing; undefined while it is on its way. */
  readonly problem: string | undefined
  /** What is shown is what was there before the last try. */
  readonly isStale: boolean
  readonly updatedAt: Date
  readonly reload: () => void
}

/** A hidden tab does not ask; coming back to it does. */
export function useAdminQuery<Reply>(
  path: string,
  shape: Shape<Reply>,
  refreshMs: number | false = false,
): AdminQuery<Reply> {
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ client }) => fetchAdmin(client, path, shape),
    gcTime: 0,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: refreshMs === false ? false : 'always',
  })
  const hasFailed = query.isError
  return {
    data: query.data,
    problem: hasFailed && !query.data ? (serverMessageOf(query.error) ?? adminScreens.failed) : undefined,
    isStale: hasFailed && query.data !== undefined,
    updatedAt: new Date(query.dataUpdatedAt),
    reload: () => void query.refetch(),
  }
}
