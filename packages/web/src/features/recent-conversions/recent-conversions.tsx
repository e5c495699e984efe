/** Panel of recent conversions, with download and delete buttons. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { receiptMessages } from '@filesmith/contract/messages/receipt'
import { recentMessages } from '@filesmith/contract/messages/recent'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, ChevronDown, CircleAlert, Download, ReceiptText, Trash2 } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { deleteJob } from '../../lib/job/job-calls.ts'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { openReceipt, receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { serverMessageOf } from '../../lib/request.ts'
import { resultLabel } from '../../lib/result-label.ts'
import { apiAddress } from '../../lib/site-address.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccount } from '../../lib/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const texts = recentMessages.forget

const ForgetDeviceDialog = onDemand(
  async () => (await import('./forget-device-dialog.tsx')).ForgetDeviceDialog,
)

export function RecentConversions() {
  const headingRef = useRef<HTMLButtonElement>(null)
  return (
    <CollapsiblePanel heading={recentMessages.heading} headingRef={headingRef}>
      <div className="min-h-44">
        <RecentList headingRef={headingRef} />
      </div>
      <ForgetDevice />
    </CollapsiblePanel>
  )
}

function RecentList({ headingRef }: { readonly headingRef: RefObject<HTMLButtonElement | null> }) {
  const { data, isPending, refetch } = useQuery({ queryKey: [apiPaths.recentConversions], select: readList })
  const { hiddenIds, remove } = useDeleteConversion()
  const listRef = useRef<HTMLUListElement>(null)
  const shown = data?.filter(({ id }) => !hiddenIds.has(id))

  const removeRow = (id: string) => {
    // Moves the focus to the row that replaces this one, else to the last row, else to the heading.
    const buttons = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-delete]') ?? [])]
    const index = buttons.findIndex(button => button.dataset.delete === id)
    const next = buttons[index + 1] ?? buttons[index - 1] ?? headingRef.current
    next?.focus()
    remove(id)
  }

  if (isPending) return <Loading />
  if (!shown)
    return (
      <div role="alert" className="flex min-h-44 flex-col items-center justify-center gap-3 p-5">
        <p className="flex items-center gap-2 font-semibold text-danger">
          <Icon of={CircleAlert} /> {recentMessages.failed}
        </p>
        <Button onClick={() => void refetch()}>{recentMessages.retry}</Button>
      </div>
    )
  if (shown.length === 0) return <EmptyNotice title={recentMessages.empty} text={recentMessages.emptyHint} />
  return (
    <ul ref={listRef} className="divide-y divide-line">
      {shown.map(conversion => (
        <RecentEntry key={conversion.id} conversion={conversion} onDelete={() => removeRow(conversion.id)} />
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <div className="p-5">
      <p role="status" className="mb-4 text-ink-muted">
        {recentMessages.loading}
      </p>
      <Skeleton className="mb-3 h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  )
}

interface CollapsiblePanelProps {
  readonly heading: string
  /** Ref to the toggle button, so that callers can move the focus there. */
  readonly headingRef: RefObject<HTMLButtonElement | null>
  readonly children: ReactNode
}

/** Panel whose content collapses below its heading. */
function CollapsiblePanel({ heading, headingRef, children }: CollapsiblePanelProps) {
  return (
    <Collapsible.Root defaultOpen asChild>
      <Panel>
        <h2 className="text-lg">
          <Collapsible.Trigger
            ref={headingRef}
            className="group flex min-h-14 w-full items-center justify-between gap-4 px-5 text-left"
          >
            {heading}
            <Icon of={ChevronDown} className="transition-transform group-data-[state=open]:rotate-180" />
          </Collapsible.Trigger>
        </h2>
        <Collapsible.Content className="border-t border-line">{children}</Collapsible.Content>
      </Panel>
    </Collapsible.Root>
  )
}

/** Hidden entries: their deletion can still be undone, or is in progress. Global, because the toast outlives the panel. */
let hiddenIds: ReadonlySet<string> = new Set()
const hiddenListeners = new Set<() => void>()

function setHidden(id: string, isHidden: boolean): void {
  const others = [...hiddenIds].filter(hiddenId => hiddenId !== id)
  hiddenIds = new Set(isHidden ? [...others, id] : others)
  for (const listener of hiddenListeners) listener()
}

function subscribeToHidden(listener: () => void): () => void {
  hiddenListeners.add(listener)
  return () => hiddenListeners.delete(listener)
}

/** Deletes recent conversions: entries are hidden immediately, deleted when the toast with Undo closes, and restored if the server fails. */
function useDeleteConversion() {
  const queryClient = useQueryClient()
  const deleting = useMutation({
    mutationFn: (id: string) => deleteJob(apiPaths.conversion(id)),
    onSuccess(_reply, id) {
      queryClient.setQueryData<readonly RecentConversion[]>([apiPaths.recentConversions], list =>
        list?.filter(entry => entry.id !== id),
      )
      // Another toast stays: replacing one with Undo would carry out its deletion.
      if (!toasts.current()?.isOpen)
        toasts.show({ ...conversionMessages.deletedToast, action: receiptAction(id) })
    },
    onError(error) {
      toasts.show({
        title: conversionMessages.deleteFailedToast,
        description: serverMessageOf(error) ?? conversionMessages.deleteFailedText,
        variant: 'destructive',
      })
    },
    onSettled: (_reply, _error, id) => setHidden(id, false),
  })
  return {
    hiddenIds: useSyncExternalStore(subscribeToHidden, () => hiddenIds),
    remove(id: string) {
      setHidden(id, true)
      let isUndone = false
      const undo = () => {
        isUndone = true
        setHidden(id, false)
      }
      toasts.show({
        ...recentMessages.removedToast,
        action: { label: recentMessages.undo, onSelect: undo },
        onClose: () => !isUndone && deleting.mutate(id),
      })
    },
  }
}

/** "Forget this device" for visitors without an account. The dialog is loaded when it is first opened. */
export function ForgetDevice() {
  const { state } = useAccount()
  const [dialog, setDialog] = useState<'never-opened' | 'open' | 'closed'>('never-opened')
  const buttonRef = useRef<HTMLButtonElement>(null)

  // Users with an account end their sessions under Security.
  if (state === 'signed-in') return null
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 pr-3 pl-5 text-xs text-ink-muted',
        // Reserves its space, to avoid a layout shift when the account is loaded.
        state === 'unknown' && 'invisible',
      )}
    >
      <p>{texts.hint}</p>
      <Button
        ref={buttonRef}
        variant="quiet"
        className="text-xs max-sm:-ml-4"
        onClick={() => setDialog('open')}
      >
        {texts.open}
      </Button>
      {dialog === 'never-opened' ? null : (
        <LazyFallback fallback={null}>
          <ForgetDeviceDialog
            isOpen={dialog === 'open'}
            onLeave={() => setDialog('closed')}
            onClosed={() => buttonRef.current?.focus()}
          />
        </LazyFallback>
      )}
    </div>
  )
}

interface RecentEntryProps {
  readonly conversion: RecentConversion
  readonly onDelete: () => void
}

/** Row of the recent conversions. */
function RecentEntry({ conversion, onDelete }: RecentEntryProps) {
  const { id, fileName, fileType, fileSize, createdAt } = conversion
  const from = formatLabel(conversion.originalFormat)
  const to = resultLabel(conversion)
  const now = new Date()
  // It may have expired since the list was loaded.
  const isExpired = conversion.isExpired || new Date(conversion.expiresAt) <= now
  return (
    <li className="flex items-center gap-3 py-2 pr-3 pl-5 sm:gap-4">
      <KindIcon kind={fileType} />
      <div className="min-w-0 grow">
        <p className={cx('font-semibold', isExpired && 'text-ink-muted')}>
          <FileName name={fileName} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-muted">
          <span className="inline-flex items-center gap-1">
            <span>{from}</span>
            <Icon of={ArrowRight} sizePx={16} label={recentMessages.to} />
            <span>{to}</span>
          </span>
          <span className="figures">{formatBytes(fileSize)}</span>
          <time dateTime={createdAt}>{relativeTime(new Date(createdAt), now)}</time>
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        {isExpired ? (
          <>
            <span className="rounded bg-surface-sunken px-2 py-0.5 text-xs font-semibold text-ink-muted">
              {recentMessages.expired}
            </span>
            <Button
              variant="quiet"
              className="max-sm:px-3"
              aria-label={receiptMessages.openOf(fileName)}
              onClick={() => openReceipt(id)}
            >
              <Icon of={ReceiptText} />
              <span className="max-sm:hidden">{receiptMessages.open}</span>
            </Button>
          </>
        ) : (
          <DownloadButton
            href={apiAddress(apiPaths.download(id))}
            variant="quiet"
            aria-label={recentMessages.download(fileName, to)}
            className="max-sm:px-3"
          >
            <Icon of={Download} />
            <span className="max-sm:hidden">{recentMessages.downloadShort}</span>
          </DownloadButton>
        )}
        <Button
          variant="quiet-danger"
          aria-label={recentMessages.delete(fileName)}
          title={recentMessages.delete(fileName)}
          data-delete={id}
          className="px-3"
          onClick={onDelete}
        >
          <Icon of={Trash2} />
        </Button>
      </div>
    </li>
  )
}

/** A proxy may have answered. */
function readList(reply: RecentConversion[]): readonly RecentConversion[] {
  if (!Array.isArray(reply)) throw new TypeError('reply is not a list of conversions')
  return reply
}
