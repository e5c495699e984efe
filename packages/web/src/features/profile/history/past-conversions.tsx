/** Conversion history: search, download, repeat and delete. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { type ConversionStatus, conversionStatuses, isFinished } from '@filesmith/contract/conversion-status'
import { type FileKind, fileKinds } from '@filesmith/contract/formats'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { paths } from '@filesmith/contract/routes'
import { acceptedReplySchema, type ConversionState } from '@filesmith/contract/schemas/conversion'
import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { deleteJob } from '../../../lib/job/job-calls.ts'
import { receiptAction } from '../../../lib/receipts/opened-receipt.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PastConversionRow } from './past-conversion-row.tsx'
import { type HistoryFilter, noFilters, useHistory } from './use-history.ts'

const texts = usageMessages.history

const queuedState = { status: 'queued', fileSize: null, errorMessage: null } as const

const kindChoices = [
  { value: '', label: texts.anyKind },
  ...fileKinds.map(kind => ({ value: kind, label: texts.kinds[kind] })),
]

const stateChoices = [
  { value: '', label: texts.anyState },
  ...conversionStatuses.map(status => ({ value: status, label: texts.states[status] })),
]

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
            onRepeat={() => actions.repeat(row)}
            onRetry={() => actions.retry(row)}
            onCancel={() => actions.cancel(row)}
            onDelete={() => {
              focusNeighbor(row.id)
              actions.remove(row)
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

interface HistoryFiltersProps {
  readonly filters: HistoryFilter
  readonly onChange: (filters: HistoryFilter) => void
}

/** Filters of the conversion history: name, kind and status. */
function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  return (
    <search className="grid grid-cols-2 gap-4 @min-[36rem]:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
      <div className="@max-[36rem]:col-span-full">
        <TextField
          label={texts.search}
          name="search"
          type="search"
          maxLength={200}
          autoComplete="off"
          value={filters.search}
          onChange={event => onChange({ ...filters, search: event.currentTarget.value })}
        />
      </div>
      <SelectField
        label={texts.kind}
        choices={kindChoices}
        value={filters.fileType}
        onChange={event => onChange({ ...filters, fileType: event.currentTarget.value as FileKind | '' })}
      />
      <SelectField
        label={texts.state}
        choices={stateChoices}
        value={filters.status}
        onChange={event =>
          onChange({ ...filters, status: event.currentTarget.value as ConversionStatus | '' })
        }
      />
    </search>
  )
}

interface RowChange {
  readonly id: string
  readonly failedTitle: string
  readonly work: () => Promise<void>
}

/** Actions on past conversions: repeat, retry, cancel and delete. */
function useHistoryActions(history: ReturnType<typeof useHistory>) {
  const queryClient = useQueryClient()
  const refusal = useRefusal()
  /** Rows being deleted: hidden immediately, restored if the server fails. */
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())

  /** Queries of other pages that depend on conversions. */
  const invalidateRelated = () => {
    for (const path of [apiPaths.usage, apiPaths.authStatus, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const change = useMutation({
    mutationFn: ({ work }: RowChange) => work(),
    onSuccess: invalidateRelated,
    onError: (error, { failedTitle }) => refusal.asToast(error, failedTitle),
    onSettled: (_reply, _error, { id }) => setBusyIds(ids => without(ids, id)),
  })
  const whileBusy = (id: string, failedTitle: string, work: () => Promise<void>) => {
    if (busyIds.has(id)) return
    setBusyIds(ids => new Set(ids).add(id))
    change.mutate({ id, failedTitle, work })
  }

  const deletion = useMutation({
    mutationFn: ({ id }: PastConversion) => deleteJob(apiPaths.conversion(id)),
    onSuccess(_reply, { id }) {
      history.removeRow(id)
      toasts.show({ ...texts.deletedToast, action: receiptAction(id) })
      invalidateRelated()
    },
    onError: error => refusal.asToast(error, texts.deleteFailedToast),
    onSettled: (_reply, _error, { id }) => setDeletingIds(ids => without(ids, id)),
  })

  return {
    deletingIds,
    busyIds,
    repeat: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        const response = await request('POST', apiPaths.conversionRepeat(row.id))
        const { id } = acceptedReplySchema.parse(await response.json())
        history.prepend({ ...row, ...queuedState, id, createdAt: new Date().toISOString() })
      }),
    retry: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        await request('POST', apiPaths.conversionRetry(row.id))
        history.update(row.id, queuedState)
      }),
    cancel: (row: PastConversion) =>
      // Canceling is reported by an event. If the conversion finished first, the call has deleted it with its result.
      whileBusy(row.id, texts.cancelFailedToast, async () => {
        await deleteJob(apiPaths.conversion(row.id))
        if (await isGone(row.id)) history.removeRow(row.id)
      }),
    remove(row: PastConversion) {
      setDeletingIds(ids => new Set(ids).add(row.id))
      deletion.mutate(row)
    },
    ended: (state: ConversionState) => {
      if (!isFinished(state.status)) return
      history.update(state.id, {
        status: state.status,
        fileSize: state.resultSize,
        errorMessage: state.error?.message ?? null,
        ...(state.expiresAt === null ? {} : { expiresAt: state.expiresAt }),
      })
      invalidateRelated()
    },
  }
}

async function isGone(id: string): Promise<boolean> {
  try {
    await request('GET', apiPaths.conversion(id))
    return false
  } catch (error) {
    return error instanceof RequestError && error.status === 404
  }
}

function without(ids: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...ids].filter(id => id !== gone))
}
