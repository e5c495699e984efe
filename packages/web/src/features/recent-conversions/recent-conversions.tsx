/** What this visitor converted lately, each ready to be downloaded again. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { recentMessages } from '@filesmith/contract/messages/recent'
import { recentConversionsSchema } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CollapsiblePanel } from '../../ui/collapsible-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecentEntry } from './recent-entry.tsx'

export function RecentConversions() {
  return (
    <CollapsiblePanel heading={recentMessages.heading}>
      <div className="min-h-44">
        <RecentList />
      </div>
    </CollapsiblePanel>
  )
}

function RecentList() {
  const { data, isPending, refetch } = useQuery({
    queryKey: [apiPaths.recentConversions],
    select: recentConversionsSchema.parse,
  })

  if (isPending) return <Loading />
  if (!data)
    return (
      <div role="alert" className="flex min-h-44 flex-col items-center justify-center gap-3 p-5">
        <p className="flex items-center gap-2 font-semibold text-danger">
          <Icon of={CircleAlert} /> {recentMessages.failed}
        </p>
        <Button onClick={() => void refetch()}>{recentMessages.retry}</Button>
      </div>
    )
  if (data.length === 0)
    return (
      <div className="flex min-h-44 flex-col items-center justify-center gap-1 p-5 text-center">
        <p className="font-semibold">{recentMessages.empty}</p>
        <p className="text-ink-muted">{recentMessages.emptyHint}</p>
      </div>
    )
  return (
    <ul className="divide-y divide-line">
      {data.map(conversion => (
        <RecentEntry key={conversion.id} conversion={conversion} />
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
