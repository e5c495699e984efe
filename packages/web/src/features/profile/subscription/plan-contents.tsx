/** Limits of a plan. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { allowanceDaysPerMonth, type PlanId, plans } from '@filesmith/contract/plans'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { useUsage } from '../../../lib/use-usage.ts'

const texts = profileMessages.subscription

export function PlanContents({ plan }: { readonly plan: PlanId }) {
  const usage = useUsage()
  return (
    <dl className="divide-y divide-line">
      {rowsOf(plan, usage).map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function rowsOf(planId: PlanId, usage: Usage | undefined): readonly (readonly [string, string])[] {
  const plan = plans[planId]
  // The server may be configured with other limits than the plan; the usage has the actual ones.
  const perDay = usage ? usage.today.total : plan.conversionsPerDay
  const perMonth = usage ? usage.month.total : perDay && perDay * allowanceDaysPerMonth
  const { rows } = texts
  return [
    [rows.perDay, countOrUnlimited(perDay)],
    [rows.perMonth, countOrUnlimited(perMonth)],
    [rows.fileSize, fileSizeOf(plan.raisesFileLimitToBytes)],
    [rows.atOnce, String(plan.concurrentJobs)],
    [rows.storage, storageOf(plan.storageHours)],
    [rows.batch, batchOf(plan.batchFiles, formatBytes(plan.batchFileBytes))],
  ]
}

function countOrUnlimited(count: number | null): string {
  return count === null ? texts.unlimited : String(count)
}

function fileSizeOf(raisedToBytes: number): string {
  return raisedToBytes === 0 ? texts.ownLimit : texts.upTo(formatBytes(raisedToBytes))
}

function storageOf(hours: number): string {
  return hours <= 24 ? texts.hours(hours) : texts.days(hours / 24)
}

function batchOf(files: number | null, size: string): string {
  return files === null ? texts.anyBatch(size) : texts.batch(files, size)
}
