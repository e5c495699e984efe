/** Paginated, filtered list of the admin area. */

import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../lib/request.ts'
import { fetchAdmin, type ReplySchema } from './fetch-admin.ts'

/** Empty values do not filter. */
type AdminFilters = Readonly<Record<string, string>>

export interface AdminPages<Page> {
  readonly pages: readonly Page[] | undefined
  readonly problem: string | undefined
  /** The visible rows are those of the previous filters. */
  readonly isOutdated: boolean
  readonly isFiltered: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly reload: () => void
}

export function useAdminPages<Page extends { readonly next: string | null }>(
  path: string,
  schema: ReplySchema<Page>,
  filters: AdminFilters,
): AdminPages<Page> {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: ({ pageParam, client }) => fetchAdmin(client, addressOf(path, filters, pageParam), schema),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    // Keeps the previous rows while the next search loads.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    pages: query.data?.pages,
    problem: query.isError ? (serverMessageOf(query.error) ?? adminScreens.failed) : undefined,
    isOutdated: query.isPlaceholderData,
    isFiltered: Object.values(filters).some(value => value !== ''),
    hasMore: (query.data?.pages.at(-1)?.next ?? null) !== null,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  }
}

function addressOf(path: string, filters: AdminFilters, before: string | null): string {
  const wanted = Object.entries({ ...filters, before: before ?? '' }).filter(([, value]) => value !== '')
  return wanted.length === 0 ? path : `${path}?${new URLSearchParams(wanted)}`
}
