/** Overview of the installation: attention items, queue and last 24 hours, refreshed automatically. */

import { type AdminSectionId, adminPath } from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import {
  type AdminStorage,
  adminStorageSchema,
  type EngineSwitch,
  engineSwitchesSchema,
  type Overview,
  overviewSchema,
} from '@filesmith/contract/schemas/admin'
import { ArrowRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { Badge } from '../../../ui/badge.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'

const texts = adminScreens.overview

/** Share of free space below which a disk is nearly full. */
const scarceShare = 0.1

const hourOf = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

const markOf = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })

/** Hours between two axis labels. */
const markEvery = 6

const refreshMs = 5000
/** Disk usage changes slowly and is expensive to compute. */
const slowRefreshMs = 60_000

export function OverviewSection() {
  const overview = useAdminQuery(apiPaths.adminOverview, overviewSchema, refreshMs)
  const engines = useAdminQuery(apiPaths.adminEngines, engineSwitchesSchema, refreshMs)
  const storage = useAdminQuery(apiPaths.adminStorage, adminStorageSchema, slowRefreshMs)
  return (
    <Loaded query={overview}>
      {data => (
        <>
          <AttentionBlock
            items={findAttention({ overview: data, engines: engines.data, storage: storage.data })}
          />
          <FiguresBlock overview={data} />
          <QueueBlock queue={data.queue} />
          <LastDayBlock lastDay={data.lastDay} />
          <div className="min-h-5 text-xs text-ink-muted">
            {/* Screen readers are only interrupted by a failed refresh. */}
            <p role="status" className="font-semibold text-danger">
              {overview.isStale ? texts.stale : null}
            </p>
            <p>
              {texts.updated} <LocalTime iso={overview.updatedAt.toISOString()} style="second" />.{' '}
              {texts.every}
            </p>
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Key figures of the installation. */
function FiguresBlock({ overview }: { readonly overview: Overview }) {
  const { workers, users, storedBytes, jobs, mails } = overview
  const figures = [
    { label: texts.workers, value: String(workers) },
    { label: texts.users, value: String(users) },
    { label: texts.stored, value: formatBytes(storedBytes) },
    { label: texts.mails, value: String(mails.waiting) },
    { label: texts.apiJobs, value: texts.waitingAndRunning(jobs.waiting, jobs.running) },
  ]
  return (
    <SettingsBlock heading={texts.figures}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 @min-[40rem]:grid-cols-[repeat(4,auto)_minmax(0,auto)]">
        {figures.map(({ label, value }) => (
          <div key={label} className="@max-[40rem]:last:col-span-full">
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="figures text-base font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsBlock>
  )
}

/** List of what needs the operator's attention, or an all-clear. */
function AttentionBlock({ items }: { readonly items: readonly Attention[] }) {
  return (
    <SettingsBlock heading={texts.attention}>
      {items.length === 0 ? (
        <div className="flex items-start gap-3">
          <Icon of={CircleCheck} className="mt-px text-success" />
          <div>
            <p className="font-semibold">{texts.allClear}</p>
            <p className="text-ink-muted">{texts.allClearHint}</p>
          </div>
        </div>
      ) : (
        <ul className="-my-2.5 divide-y divide-line">
          {items.map(({ id, tone, text, to, link }) => (
            <li key={id} className="flex items-start gap-3 py-2.5">
              <Icon
                of={tone === 'danger' ? CircleAlert : TriangleAlert}
                className={cx('mt-px', tone === 'danger' ? 'text-danger' : 'text-warning')}
              />
              <p className="grow">{text}</p>
              <TextLink to={to} className="inline-flex min-h-6 shrink-0 items-center gap-1">
                {link} <Icon of={ArrowRight} sizePx={16} />
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </SettingsBlock>
  )
}

/** Waiting and running jobs by queue class and required engines. */
function QueueBlock({ queue }: { readonly queue: Overview['queue'] }) {
  return (
    <SettingsBlock heading={texts.queue} text={texts.queueText}>
      {queue.length === 0 ? (
        <p>{texts.queueEmpty}</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-xs text-ink-muted">
            <tr>
              <th scope="col" className="pb-2 font-medium">
                {texts.queueClass}
              </th>
              {[texts.waiting, texts.running, texts.oldest].map(name => (
                <th key={name} scope="col" className="pb-2 pl-4 text-right align-bottom font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {queue.map(({ queueClass, engines, waiting, running, oldestWaitSeconds, isStranded }) => (
              <tr key={`${queueClass} ${engines.join(' ')}`} className="align-top">
                <th scope="row" className="py-2.5 font-normal">
                  <span className="mr-2 font-semibold">{texts.queueClasses[queueClass]}</span>
                  {isStranded ? <Badge tone="danger">{texts.strandedBadge}</Badge> : null}
                  <span className="block text-xs text-ink-muted">
                    {engines.map(engineLabel).join(', ') || texts.noEngines}
                  </span>
                </th>
                <td className="figures py-2.5 pl-4 text-right">{waiting}</td>
                <td className="figures py-2.5 pl-4 text-right">{running}</td>
                <td className="figures py-2.5 pl-4 text-right whitespace-nowrap">
                  {oldestWaitSeconds === null ? '–' : formatDuration(oldestWaitSeconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SettingsBlock>
  )
}

/** Bar chart of the last 24 hours with a table for screen readers, and conversion durations. */
function LastDayBlock({ lastDay }: { readonly lastDay: Overview['lastDay'] }) {
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
      {/* A table ignores the size of one pixel, and would make the page longer. */}
      <div className="sr-only">
        <table>
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
      </div>
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

interface Attention {
  readonly id: string
  readonly tone: 'danger' | 'warning'
  readonly text: string
  readonly to: string
  readonly link: string
}

interface Findings {
  readonly overview: Overview
  /** Undefined while loading. */
  readonly engines: readonly EngineSwitch[] | undefined
  readonly storage: AdminStorage | undefined
}

/** Blocking problems come first. */
export function findAttention({ overview, engines = [], storage }: Findings): Attention[] {
  const { queue, workers, mails, unreadMessages, unreadChats } = overview
  const hasWorkers = workers > 0
  const missing = engines.filter(({ isOff, workers: having }) => hasWorkers && !isOff && having === 0)
  const off = engines.filter(({ isOff }) => isOff)
  return [
    ...(hasWorkers ? [] : [attention('no-workers', 'danger', texts.noWorkers, 'workers', texts.toWorkers)]),
    ...queue
      .filter(({ isStranded }) => isStranded && hasWorkers)
      .map(({ queueClass, engines: needed, waiting }) => {
        const names = needed.map(engineLabel).join(', ')
        const id = `stranded-${queueClass}-${needed.join('-')}`
        return attention(id, 'danger', texts.stranded(waiting, names), 'engines', texts.toEngines)
      }),
    ...diskAttention(storage),
    ...(off.length === 0
      ? []
      : [attention('off', 'warning', texts.engineOff(namesOf(off)), 'engines', texts.toEngines)]),
    ...(missing.length === 0
      ? []
      : [attention('missing', 'warning', texts.engineMissing(namesOf(missing)), 'engines', texts.toEngines)]),
    ...(mails.failed === 0
      ? []
      : [attention('mails', 'warning', texts.mailsFailed(mails.failed), 'messages', texts.toMessages)]),
    ...(unreadMessages === 0
      ? []
      : [attention('unread', 'warning', texts.unread(unreadMessages), 'messages', texts.toMessages)]),
    ...(unreadChats === 0
      ? []
      : [attention('chats', 'warning', texts.unreadChats(unreadChats), 'chats', texts.toChats)]),
  ]
}

function diskAttention(storage: AdminStorage | undefined): Attention[] {
  const { freeBytes = null, totalBytes = null } = storage ?? {}
  if (freeBytes === null || totalBytes === null || freeBytes / totalBytes >= scarceShare) return []
  const text = texts.diskFull(formatBytes(freeBytes), Math.floor((freeBytes / totalBytes) * 100))
  return [attention('disk', 'danger', text, 'storage', texts.toStorage)]
}

function attention(
  id: string,
  tone: Attention['tone'],
  text: string,
  section: AdminSectionId,
  link: string,
): Attention {
  return { id, tone, text, to: adminPath(section), link }
}

function namesOf(engines: readonly EngineSwitch[]): string[] {
  return engines.map(({ label }) => label)
}
