/** Paginated, filtered conversion history. Rows of the cached pages can be prepended, updated and removed. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionStatus } from '@filesmith/contract/conversion-status'
import type { FileKind } from '@filesmith/contract/formats'
import {
  type ConversionHistory,
  conversionHistorySchema,
  type PastConversion,
} from '@filesmith/contract/schemas/conversion-history'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'

/** An empty field does not filter. */
export interface HistoryFilter {
  readonly fileType: FileKind | ''
  readonly status: ConversionStatus | ''
  readonly search: string
}

export const noFilters: HistoryFilter = { fileType: '', status: '', search: '' }

type Pages = InfiniteData<ConversionHistory, string | null>

export function useHistory(filters: HistoryFilter) {
  const queryClient = useQueryClient()
  const queryKey = [apiPaths.conversions, filters]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(filters, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    // Keeps the previous rows while the next search loads.
    placeholderData: keepPreviousData,
    // Not cached between visits: other pages and devices change the history.
    gcTime: 0,
  })

  const change = (edit: (rows: readonly PastConversion[], pageIndex: number) => PastConversion[]) => {
    queryClient.setQueryData<Pages>(queryKey, data =>
      data
        ? {
            ...data,
            pages: data.pages.map((page, i) => ({ ...page, conversions: edit(page.conversions, i) })),
          }
        : data,
    )
  }

  return {
    rows: query.data?.pages.flatMap(page => page.conversions),
    isLoading: query.isPending,
    /** The visible rows are those of the previous filter. */
    isOutdated: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
    prepend: (row: PastConversion) => change((rows, page) => (page === 0 ? [row, ...rows] : [...rows])),
    update: (id: string, patch: Partial<PastConversion>) =>
      change(rows => rows.map(row => (row.id === id ? { ...row, ...patch } : row))),
    removeRow: (id: string) => change(rows => rows.filter(row => row.id !== id)),
  }
}

async function fetchPage(filters: HistoryFilter, before: string | null): Promise<ConversionHistory> {
  const wanted = { ...filters, before: before ?? '' }
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''))
  const address = query.size === 0 ? apiPaths.conversions : `${apiPaths.conversions}?${query}`
  const response = await request('GET', address)
  return conversionHistorySchema.parse(await response.json())
}
