/** Usage History section: allowance, chart and conversion history. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { type Usage, usageSchema } from '@filesmith/contract/schemas/usage'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PastConversions } from '../history/past-conversions.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { Section } from '../section.tsx'

/** Percentage from which the low-allowance warning is shown. */
const warningFromPercent = 90

const { month: allowanceBlockTexts, today: todayTexts } = usageMessages

const texts = usageMessages.chart

// Days are in UTC, like the allowance.
const wholeDate = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Days between two axis labels. */
const markEvery = 7

interface UsageSectionProps {
  readonly isUnlimited: boolean
}

export function UsageSection({ isUnlimited }: UsageSectionProps) {
  return (
    <Section id="usage">
      <UsageFigures />
      {isUnlimited ? null : <PlanPrompt {...usageMessages.pro} />}
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

/** Bar chart of the conversions of the last 30 days, with a table for screen readers. */
function UsageChart({ days }: { readonly days: Usage['days'] }) {
  const last = days.length - 1
  const total = days.reduce((sum, { conversions }) => sum + conversions, 0)
  const bars = days.map(({ date, conversions }, index) => ({
    id: date,
    name: index === last ? texts.today : wholeDate.format(new Date(date)),
    tickLabel: markOf(date, last - index),
    value: conversions,
    valueText: texts.conversions(conversions),
  }))
  return (
    <SettingsBlock heading={texts.heading}>
      <BarChart
        bars={bars}
        stepLabel={texts.scrubber}
        summary={total === 0 ? texts.none : texts.total(total)}
      />
      {/* A table ignores the size of one pixel, and would make the page longer. */}
      <div className="sr-only">
        <table>
          <caption>{texts.heading}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.date}</th>
              <th scope="col">{texts.count}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, value }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SettingsBlock>
  )
}

function markOf(date: string, daysAgo: number): string | undefined {
  if (daysAgo === 0) return texts.today
  return daysAgo % markEvery === 0 ? shortDate.format(new Date(date)) : undefined
}

/** Used conversions of the month and the day, and when the allowance resets. */
function AllowanceBlock({ usage: { month, today } }: { readonly usage: Usage }) {
  const share = usedShare(month)
  const isAlmostOut = share !== undefined && share >= warningFromPercent
  return (
    <SettingsBlock
      heading={allowanceBlockTexts.heading}
      aside={month.total === null ? <Badge tone="success">{allowanceBlockTexts.unlimited}</Badge> : null}
    >
      <div className="flex flex-col gap-4">
        {share === undefined || month.total === null ? (
          <p className="text-base">{allowanceBlockTexts.usedOfUnlimited(month.used, today.used)}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-base">{allowanceBlockTexts.used(month.used, month.total)}</p>
              <p className="figures text-ink-muted">{Math.floor(share)}%</p>
            </div>
            <ProgressBar percent={share} label={allowanceBlockTexts.bar} />
          </div>
        )}
        {isAlmostOut ? (
          <p
            role="status"
            className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-3 font-semibold text-warning"
          >
            <Icon of={TriangleAlert} className="mt-px" /> {allowanceBlockTexts.almostOut}
          </p>
        ) : null}
        {today.total === null ? null : <Remaining usage={{ month, today }} />}
      </div>
    </SettingsBlock>
  )
}

function Remaining({ usage: { month, today } }: { readonly usage: Pick<Usage, 'month' | 'today'> }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 @min-[36rem]:grid-cols-2">
      <div>
        <dt className="font-semibold">{allowanceBlockTexts.left(month.remaining ?? 0)}</dt>
        <dd className="text-ink-muted">
          {allowanceBlockTexts.resets} <LocalTime iso={month.resetsAt} style="moment" />
        </dd>
      </div>
      <div>
        <dt className="font-semibold">{todayTexts.left(today.remaining ?? 0)}</dt>
        <dd className="text-ink-muted">
          {todayTexts.used(today.used, today.total ?? 0)} {todayTexts.resets}{' '}
          <LocalTime iso={today.resetsAt} style="clock" />
        </dd>
      </div>
    </dl>
  )
}

/** Used percentage of an allowance, 0 to 100; undefined if it is unlimited. */
function usedShare({ used, total }: { readonly used: number; readonly total: number | null }) {
  if (total === null) return undefined
  // An allowance of zero is always used up.
  if (total <= 0) return 100
  return Math.min(100, Math.max(0, (used / total) * 100))
}
