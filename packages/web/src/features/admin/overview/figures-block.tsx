/** Key figures of the installation. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { Overview } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { SettingsBlock } from '../../../ui/settings-block.tsx'

const texts = adminScreens.overview

export function FiguresBlock({ overview }: { readonly overview: Overview }) {
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
