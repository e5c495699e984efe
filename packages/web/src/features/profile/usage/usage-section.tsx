/** Usage History section: allowance, chart and conversion history. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { usageSchema } from '@filesmith/contract/schemas/usage'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PastConversions } from '../history/past-conversions.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { Section } from '../section.tsx'
import { AllowanceBlock } from './allowance-block.tsx'
import { UsageChart } from './usage-chart.tsx'

interface UsageSectionProps {
  readonly isPro: boolean
}

export function UsageSection({ isPro }: UsageSectionProps) {
  return (
    <Section id="usage">
      <UsageFigures />
      {isPro ? null : <PlanPrompt {...usageMessages.pro} />}
      <PastConversions />
    </Section>
  )
}

function UsageFigures() {
  // Shows cached figures while refetching: other devices and pages use the allowance too.
  const { data, isPending, refetch } = useQuery({
    queryKey: [apiPaths.usage],
    select: usageSchema.parse,
    refetchOnMount: 'always',
  })
  if (isPending) return <Loading />
  if (!data)
    return (
      <Panel>
        <LoadFailed text={usageMessages.failed} onRetry={() => void refetch()} />
      </Panel>
    )
  return (
    <>
      <AllowanceBlock usage={data} />
      <UsageChart days={data.days} />
    </>
  )
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        {usageMessages.loading}
      </p>
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-72 w-full" />
    </>
  )
}
