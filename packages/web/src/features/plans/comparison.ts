/** Rows of the plan comparison, derived from the actual plan limits. */
import { comparisonMessages } from '@filesmith/contract/messages/plans'
import {
  formatMegabytes,
  formatStorage,
  planOfNumber,
  promisedFileSize,
} from '@filesmith/contract/plan-offers'
import { allowanceDaysPerMonth, type PlanId, plans } from '@filesmith/contract/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { homeImage } from '@filesmith/contract/tools/home-image'
import { homeVideo } from '@filesmith/contract/tools/home-video'

/** Text, or whether the feature is included. */
type Cell = string | boolean

interface Column {
  readonly plan: PlanId
  readonly perDay: number | null
}

interface Row {
  readonly label: string
  readonly cellOf: (column: Column) => Cell
}

export type ComparisonTab = keyof typeof comparisonMessages.tabs

interface Comparison {
  readonly names: readonly string[]
  readonly rows: readonly { readonly label: string; readonly cells: readonly Cell[] }[]
}

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
    { label: features.api.label, cellOf: byPlan(false, false, true) },
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
  ],
  support: [
    { label: support.help.label, cellOf: byPlan(true, true, true) },
    { label: support.contact.label, cellOf: byPlan(true, true, true) },
    { label: support.email.label, cellOf: byPlan(false, support.email.basic, support.email.pro) },
    { label: support.chat.label, cellOf: byPlan(false, false, true) },
  ],
}

/** Skips plans unknown to this page; names and allowances come from the server. */
export function compareOffers(offers: readonly PlanOffer[], tab: ComparisonTab): Comparison {
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

function textRow(texts: { readonly label: string } & Readonly<Record<PlanId, string>>): Row {
  return { label: texts.label, cellOf: ({ plan }) => texts[plan] }
}

function formatCount(count: number | null, describe: (count: number) => string): string {
  return count === null ? unlimited : describe(count)
}

function formatBatch(plan: PlanId): string {
  const { batchFiles, batchFileBytes } = plans[plan]
  const size = formatMegabytes(batchFileBytes)
  return batchFiles === null ? limits.batch.unlimited(size) : limits.batch.count(batchFiles, size)
}
