/** Bar chart of the conversions of the last 30 days, with a table for screen readers. */
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'

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

export function UsageChart({ days }: { readonly days: Usage['days'] }) {
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
      <table className="sr-only">
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
    </SettingsBlock>
  )
}

function markOf(date: string, daysAgo: number): string | undefined {
  if (daysAgo === 0) return texts.today
  return daysAgo % markEvery === 0 ? shortDate.format(new Date(date)) : undefined
}
