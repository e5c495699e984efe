/** Comparison of the plans in three tabs. */
import { comparisonMessages } from '@filesmith/contract/messages/plans'
import {
  formatMegabytes,
  formatStorage,
  planOfNumber,
  premiumFormatsText,
  promisedFileSize,
} from '@filesmith/contract/plan-offers'
import { allowanceDaysPerMonth, type OfferedPlanId, plans } from '@filesmith/contract/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { homeImage } from '@filesmith/contract/tools/home-image'
import { homeVideo } from '@filesmith/contract/tools/home-video'
import { Check, Gauge, LifeBuoy, type LucideIcon, Minus, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const { features, limits, support, unlimited } = comparisonMessages

const rowsOf: Readonly<Record<ComparisonTab, readonly Row[]>> = {
  features: [
    { label: features.ads.label, cellOf: byPlan(features.ads.free, features.ads.paid, features.ads.paid) },
    {
      label: features.wait.label,
      cellOf: byPlan(
        features.wait.seconds(homeVideo.waitSeconds, homeImage.waitSeconds),
        features.wait.none,
        features.wait.none,
      ),
    },
    textRow(features.speed),
    textRow(features.tools),
    { label: features.formats.label, cellOf: byPlan(false, features.formats.basic, features.formats.pro) },
    { label: features.advanced.label, cellOf: ({ plan }) => plans[plan].hasAdvancedOptions },
    { label: features.editor.label, cellOf: byPlan(false, false, features.editor.pro) },
    { label: features.api.label, cellOf: ({ plan }) => plans[plan].hasApi },
  ],
  limits: [
    { label: limits.perDay.label, cellOf: ({ perDay }) => formatCount(perDay, limits.perDay.count) },
    {
      label: limits.perMonth.label,
      cellOf: ({ perDay }) => formatCount(perDay && perDay * allowanceDaysPerMonth, limits.perMonth.count),
    },
    { label: limits.fileSize.label, cellOf: ({ plan }) => promisedFileSize[plan] },
    {
      label: limits.concurrent.label,
      cellOf: ({ plan }) => limits.concurrent.count(plans[plan].concurrentJobs),
    },
    { label: limits.storage.label, cellOf: ({ plan }) => formatStorage(plans[plan].storageHours) },
    { label: limits.batch.label, cellOf: ({ plan }) => formatBatch(plan) },
    { label: limits.compression.label, cellOf: ({ plan }) => formatCompression(plan) },
  ],
  support: [
    { label: support.help.label, cellOf: byPlan(true, true, true) },
    { label: support.contact.label, cellOf: byPlan(true, true, true) },
    { label: support.email.label, cellOf: byPlan(false, support.email.basic, support.email.pro) },
    { label: support.chat.label, cellOf: byPlan(false, false, true) },
  ],
}

const notes: Readonly<Partial<Record<ComparisonTab, string>>> = {
  features: comparisonMessages.featuresNote(premiumFormatsText),
  limits: comparisonMessages.limitsNote,
}

const rowShape = 'max-sm:grid max-sm:grid-cols-3'

const cellShape = 'px-2 text-center sm:px-5 sm:py-3.5 sm:text-left'

const tabIcons = { features: Wrench, limits: Gauge, support: LifeBuoy } as const satisfies Record<
  ComparisonTab,
  LucideIcon
>
const tabIds = ['features', 'limits', 'support'] as const satisfies readonly ComparisonTab[]

export function PlanComparison({ offers }: { readonly offers: readonly PlanOffer[] }) {
  const headingId = useId()
  const [tab, setTab] = useState<string>('features')
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {comparisonMessages.heading}
      </h2>
      <Tabs
        label={comparisonMessages.heading}
        value={tab}
        onChange={setTab}
        tabs={tabIds.map(id => ({
          id,
          label: comparisonMessages.tabs[id],
          icon: <Icon of={tabIcons[id]} sizePx={16} />,
          content: (
            <Panel className="rounded-tl-none">
              <ComparisonTable
                caption={comparisonMessages.caption(comparisonMessages.tabs[id])}
                {...compareOffers(offers, id)}
              />
              {notes[id] ? (
                <p className="border-t border-line px-4 py-3 text-xs text-ink-muted sm:px-5">{notes[id]}</p>
              ) : null}
            </Panel>
          ),
        }))}
      />
    </section>
  )
}

interface ComparisonTableProps {
  readonly caption: string
  readonly names: readonly string[]
  readonly rows: readonly { readonly label: string; readonly cells: readonly (string | boolean)[] }[]
}

/** Comparison table of plans; on small screens the row header is above its cells, to avoid horizontal scrolling. */
function ComparisonTable({ caption, names, rows }: ComparisonTableProps) {
  return (
    <table className="w-full table-fixed border-collapse max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:block">
        <tr className={`${rowShape} border-b border-line-strong`}>
          {/* Visually hidden on small screens, but kept as a cell: otherwise headers would be assigned to the wrong column. */}
          <td className="max-sm:sr-only" />
          {names.map(name => (
            <th
              key={name}
              scope="col"
              className={`${cellShape} font-heading text-base font-semibold max-sm:py-3`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ label, cells }) => (
          <tr key={label} className={`${rowShape} border-line not-last:border-b max-sm:py-3`}>
            <th
              scope="row"
              className="text-left font-medium text-ink-muted max-sm:col-span-full max-sm:pb-1.5 max-sm:text-center max-sm:text-xs sm:px-5 sm:py-3.5"
            >
              {label}
            </th>
            {cells.map((cell, index) => (
              <td key={names[index]} className={`${cellShape} align-top font-medium tabular-nums`}>
                <CellContent cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CellContent({ cell }: { readonly cell: string | boolean }) {
  if (typeof cell === 'string') return cell
  return cell ? (
    <Icon of={Check} label={comparisonMessages.included} className="inline-block text-success" />
  ) : (
    <Icon of={Minus} label={comparisonMessages.notIncluded} className="inline-block text-ink-muted" />
  )
}

/** Text, or whether the feature is included. */
type Cell = string | boolean

interface Column {
  readonly plan: OfferedPlanId
  readonly perDay: number | null
}

interface Row {
  readonly label: string
  readonly cellOf: (column: Column) => Cell
}

type ComparisonTab = keyof typeof comparisonMessages.tabs

interface Comparison {
  readonly names: readonly string[]
  readonly rows: readonly { readonly label: string; readonly cells: readonly Cell[] }[]
}

/** Skips plans unknown to this page; names and allowances come from the server. */
function compareOffers(offers: readonly PlanOffer[], tab: ComparisonTab): Comparison {
  const known = offers.flatMap(({ id, name, conversionsPerDay }) => {
    const plan = planOfNumber(id)
    return plan ? [{ name, column: { plan, perDay: conversionsPerDay } }] : []
  })
  return {
    names: known.map(({ name }) => name),
    rows: rowsOf[tab].map(({ label, cellOf }) => ({
      label,
      cells: known.map(({ column }) => cellOf(column)),
    })),
  }
}

function byPlan(free: Cell, basic: Cell, pro: Cell): Row['cellOf'] {
  const cells = { free, basic, pro }
  return ({ plan }) => cells[plan]
}

function textRow(texts: { readonly label: string } & Readonly<Record<OfferedPlanId, string>>): Row {
  return { label: texts.label, cellOf: ({ plan }) => texts[plan] }
}

function formatCount(count: number | null, describe: (count: number) => string): string {
  return count === null ? unlimited : describe(count)
}

function formatBatch(plan: OfferedPlanId): string {
  const { batchFiles, batchFileBytes } = plans[plan]
  const size = formatMegabytes(batchFileBytes)
  return batchFiles === null ? limits.batch.unlimited(size) : limits.batch.count(batchFiles, size)
}

function formatCompression(plan: OfferedPlanId): string {
  const { archiveFileBytes } = plans[plan]
  return archiveFileBytes === null ? unlimited : limits.compression.size(formatMegabytes(archiveFileBytes))
}
