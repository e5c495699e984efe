/** Query of an admin section, not cached between visits, with optional polling. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../lib/request.ts'
import { fetchAdmin, type ReplySchema } from './fetch-admin.ts'

export interface AdminQuery<Reply> {
  readonly data: Reply | undefined
  /** Error message if nothing was loaded; undefined while loading. */
  readonly problem: string | undefined
  /** The last refresh failed; the data is from before. */
  readonly isStale: boolean
  readonly updatedAt: Date
  readonly reload: () => void
}

/** Polling pauses in hidden tabs and resumes on focus. */
export function useAdminQuery<Reply>(
  path: string,
  schema: ReplySchema<Reply>,
  refreshMs: number | false = false,
): AdminQuery<Reply> {
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ client }) => fetchAdmin(client, path, schema),
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
