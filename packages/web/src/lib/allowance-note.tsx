/** Remaining allowance, or when it resets; nothing without a limit. */
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { paths } from '@filesmith/contract/routes'
import { Hourglass } from 'lucide-react'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { type AllowanceLeft, allowanceLeft } from './allowance-left.ts'
import { useUsage } from './use-usage.ts'

/** Informational only: the server enforces the allowance. */
export function AllowanceNote() {
  const usage = useUsage()
  const allowance = usage && allowanceLeft(usage)
  if (!allowance) return null
  if (allowance.left > 0)
    return (
      <span className="text-xs text-ink-muted tabular-nums">
        {allowanceMessages.conversionsLeft(allowance)}
      </span>
    )
  return (
    <span role="note" className="flex items-start gap-2">
      <Icon of={Hourglass} className="mt-px text-warning" />
      <span>
        <span className="font-semibold">{allowanceMessages.allUsed(allowance)}</span>{' '}
        <time dateTime={allowance.resetsAt}>{allowanceMessages.back(resetTime(allowance))}</time> <PlanLink />
      </span>
    </span>
  )
}

export function PlanLink() {
  return (
    <TextLink to={paths.plans} className="text-ink">
      {allowanceMessages.seePlans}
    </TextLink>
  )
}

/** Reset time in the local time zone. */
function resetTime({ resetsAt, period }: AllowanceLeft): string {
  const moment = new Date(resetsAt)
  if (period === 'month')
    return allowanceMessages.onDay(moment.toLocaleDateString('en', { day: 'numeric', month: 'long' }))
  return allowanceMessages.atTime(moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))
}
