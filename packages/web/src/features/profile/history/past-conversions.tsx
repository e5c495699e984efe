/** Conversion history: search, download, repeat and delete. */
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { paths } from '@filesmith/contract/routes'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import { useRef, useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { PastConversionRow } from './past-conversion-row.tsx'
import { type HistoryFilter, noFilters, useHistory } from './use-history.ts'
import { useHistoryActions } from './use-history-actions.ts'

const texts = usageMessages.history
const typingPauseMs = 300
/** Each event stream takes one of the six connections that browsers open per host (HTTP/1.1). The others wait. */
const maxFollowed = 3

export function PastConversions() {
  const [filters, setFilters] = useState(noFilters)
  const search = useDebounced(filters.search.trim(), typingPauseMs)
  return (
    <SettingsBlock heading={texts.heading}>
      <HistoryFilters filters={filters} onChange={setFilters} />
      <History filters={{ ...filters, search }} onClear={() => setFilters(noFilters)} />
    </SettingsBlock>
  )
}

interface HistoryProps {
  readonly filters: HistoryFilter
  readonly onClear: () => void
}

function History({ filters, onClear }: HistoryProps) {
  const history = useHistory(filters)
  const actions = useHistoryActions(history)
  const listRef = useRef<HTMLUListElement>(null)
  const rows = history.rows?.filter(({ id }) => !actions.deletingIds.has(id))

  if (history.isLoading) return <Loading />
  if (!rows) return <LoadFailed text={texts.failed} onRetry={history.reload} />
  if (rows.length === 0 && !history.hasMore)
    return Object.values(filters).some(Boolean) ? <NoMatch onClear={onClear} /> : <Empty />

  // The oldest ones run first.
  const followedIds = new Set(
    rows
      .filter(({ status }) => !isFinished(status))
      .slice(-maxFollowed)
      .map(({ id }) => id),
  )
  const focusNeighbor = (id: string) => {
    const buttons = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-delete]') ?? [])]
    const index = buttons.findIndex(button => button.dataset.delete === id)
    const next = buttons[index + 1] ?? buttons[index - 1] ?? listRef.current
    next?.focus()
  }

  return (
    <>
      <ul
        ref={listRef}
        tabIndex={-1}
        aria-label={texts.heading}
        aria-busy={history.isOutdated}
        className={cx(
          '-mx-5 mt-5 divide-y divide-line border-t border-line outline-none transition-opacity sm:-mx-6',
          history.isOutdated && 'opacity-55',
        )}
      >
        {rows.map(row => (
          <PastConversionRow
            key={row.id}
            row={row}
            isFollowed={followedIds.has(row.id)}
            isBusy={actions.busyIds.has(row.id)}
            onState={actions.ended}
            onGone={() => history.removeRow(row.id)}
            onRepeat={() => void actions.repeat(row)}
            onRetry={() => void actions.retry(row)}
            onCancel={() => void actions.cancel(row)}
            onDelete={() => {
              focusNeighbor(row.id)
              void actions.remove(row)
            }}
          />
        ))}
      </ul>
      <div className="-mx-5 border-t border-line pt-5 text-center sm:-mx-6">
        {history.hasMore ? (
          <Button disabled={history.isLoadingMore} onClick={history.loadMore}>
            {history.isLoadingMore ? texts.loadingMore : texts.showMore}
          </Button>
        ) : (
          <p className="text-ink-muted">{texts.all}</p>
        )}
      </div>
    </>
  )
}

function Empty() {
  return (
    <EmptyNotice title={texts.empty} text={texts.emptyHint}>
      <LinkButton to={paths.home}>{texts.toConverter}</LinkButton>
    </EmptyNotice>
  )
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyNotice title={texts.noMatch} text={texts.noMatchHint} isAnswer>
      <Button onClick={onClear}>{texts.clear}</Button>
    </EmptyNotice>
  )
}

function Loading() {
  return (
    <div className="mt-5">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="mb-3 h-14 w-full" />
      <Skeleton className="mb-3 h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
