/** Bar chart of the last 24 hours with a table for screen readers, and conversion durations. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { Overview } from '@filesmith/contract/schemas/admin'
import { formatDuration } from '../../../lib/format-duration.ts'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'

const texts = adminScreens.overview

const hourOf = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const markOf = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })

/** Hours between two axis labels. */
const markEvery = 6

export function LastDayBlock({ lastDay }: { readonly lastDay: Overview['lastDay'] }) {
  const { succeeded, failed, cancelled, medianSeconds, p95Seconds, byHour } = lastDay
  const last = byHour.length - 1
  const bars = byHour.map((hour, index) => {
    const startsAt = new Date(hour.startsAt)
    return {
      id: hour.startsAt,
      name: index === last ? texts.thisHour : hourOf.format(startsAt),
      tickLabel:
        index === last ? texts.now : (last - index) % markEvery === 0 ? markOf.format(startsAt) : undefined,
      value: hour.succeeded + hour.failed,
      valueText: texts.hourValue(hour.succeeded, hour.failed),
      failedValue: hour.failed,
      hour,
    }
  })
  const isQuiet = succeeded + failed + cancelled === 0
  return (
    <SettingsBlock heading={texts.lastDay}>
      <BarChart
        bars={bars}
        stepLabel={texts.hour}
        summary={isQuiet ? texts.lastDayNone : texts.lastDaySummary(succeeded, failed, cancelled)}
      />
      <dl className="mt-5 grid gap-x-8 gap-y-3 border-t border-line pt-4 @min-[28rem]:grid-cols-2">
        <Time label={texts.median} seconds={medianSeconds} />
        <Time label={texts.p95} seconds={p95Seconds} />
      </dl>
      <table className="sr-only">
        <caption>{texts.lastDay}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.hour}</th>
            <th scope="col">{texts.succeeded}</th>
            <th scope="col">{texts.failedCount}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ id, name, hour }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{hour.succeeded}</td>
              <td>{hour.failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingsBlock>
  )
}

function Time({ label, seconds }: { readonly label: string; readonly seconds: number | null }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className={seconds === null ? 'text-ink-muted' : 'figures text-base font-semibold'}>
        {seconds === null ? texts.noTimes : seconds < 1 ? texts.shortly : formatDuration(seconds)}
      </dd>
    </div>
  )
}
