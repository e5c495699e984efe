/** Panel of recent conversions, with download and delete buttons. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { recentMessages } from '@filesmith/contract/messages/recent'
import { recentConversionsSchema } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CollapsiblePanel } from '../../ui/collapsible-panel.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ForgetDevice } from './forget-device.tsx'
import { RecentEntry } from './recent-entry.tsx'
import { useDeleteConversion } from './use-delete-conversion.ts'

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
  const { data, isPending, refetch } = useQuery({
    queryKey: [apiPaths.recentConversions],
    select: recentConversionsSchema.parse,
  })
  const { deletingIds, remove } = useDeleteConversion()
  const listRef = useRef<HTMLUListElement>(null)
  const shown = data?.filter(({ id }) => !deletingIds.has(id))

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
