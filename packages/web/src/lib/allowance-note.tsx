/** What is left of the allowance, said before anything is sent; nothing for those without a limit. */
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { paths } from '@filesmith/contract/routes'
import { Hourglass } from 'lucide-react'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { type AllowanceLeft, allowanceLeft } from './allowance-left.ts'
import { useUsage } from './use-usage.ts'

/** Whoever has used everything up is told when it goes on. It stands in nobody's way: the server decides. */
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
        <time dateTime={allowance.resetsAt}>{allowanceMessages.back(resetTime(allowance))}</time> <SeePlans />
      </span>
    </span>
  )
}

export function SeePlans() {
  return (
    <TextLink to={paths.plans} className="text-ink">
      {allowanceMessages.seePlans}
    </TextLink>
  )
}

/** In the reader's own time: midnight UTC is noon for some. */
function resetTime({ resetsAt, period }: AllowanceLeft): string {
  const moment = new Date(resetsAt)
  if (period === 'month')
    return allowanceMessages.onDay(moment.toLocaleDateString('en', { day: 'numeric', month: 'long' }))
  return allowanceMessages.atTime(moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))
}
