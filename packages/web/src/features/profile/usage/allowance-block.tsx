/** Used conversions of the month and the day, and when the allowance resets. */
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { usedShare, warningFromPercent } from './used-share.ts'

const { month: texts, today: todayTexts } = usageMessages

export function AllowanceBlock({ usage: { month, today } }: { readonly usage: Usage }) {
  const share = usedShare(month)
  const isAlmostOut = share !== undefined && share >= warningFromPercent
  return (
    <SettingsBlock
      heading={texts.heading}
      aside={month.total === null ? <Badge tone="success">{texts.unlimited}</Badge> : null}
    >
      <div className="flex flex-col gap-4">
        {share === undefined || month.total === null ? (
          <p className="text-base">{texts.usedOfUnlimited(month.used, today.used)}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-base">{texts.used(month.used, month.total)}</p>
              <p className="figures text-ink-muted">{Math.floor(share)}%</p>
            </div>
            <ProgressBar percent={share} label={texts.bar} />
          </div>
        )}
        {isAlmostOut ? (
          <p
            role="status"
            className="flex items-start gap-3 rounded border border-warning bg-warning-wash p-3 font-semibold text-warning"
          >
            <Icon of={TriangleAlert} className="mt-px" /> {texts.almostOut}
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
        <dt className="font-semibold">{texts.left(month.remaining ?? 0)}</dt>
        <dd className="text-ink-muted">
          {texts.resets} <LocalTime iso={month.resetsAt} style="moment" />
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
