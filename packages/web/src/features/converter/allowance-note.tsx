/** What is left of the allowance, said before anything is sent; nothing for those without a limit. */
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { paths } from '@filesmith/contract/routes'
import { Hourglass } from 'lucide-react'
import { type AllowanceLeft, allowanceLeft } from '../../lib/allowance-left.ts'
import { useUsage } from '../../lib/use-usage.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** '7 of 10 conversions left today'; nothing while unknown, without a limit, and when nothing is left. */
export function AllowanceNote() {
  const allowance = useAllowance()
  return allowance && allowance.left > 0 ? allowanceMessages.conversionsLeft(allowance) : null
}

/** Whoever has used everything up is told when it goes on. It stands in nobody's way: the server decides. */
export function AllowanceUsedNotice() {
  const allowance = useAllowance()
  if (allowance?.left !== 0) return null
  return (
    <div
      role="note"
      className="appear flex flex-wrap items-center gap-x-3 rounded border border-warning bg-warning-wash px-4 py-1"
    >
      <Icon of={Hourglass} className="text-warning" />
      <p className="min-w-48 flex-1 py-2">
        <span className="font-semibold">{allowanceMessages.allUsed(allowance)}</span>{' '}
        <time dateTime={allowance.resetsAt}>{allowanceMessages.back(resetTime(allowance))}</time>
      </p>
      <TextLink to={paths.plans} className="inline-flex min-h-10 items-center">
        {allowanceMessages.seePlans}
      </TextLink>
    </div>
  )
}

function useAllowance(): AllowanceLeft | null | undefined {
  const usage = useUsage()
  return usage && allowanceLeft(usage)
}

/** In the reader's own time: midnight UTC is noon for some. */
function resetTime({ resetsAt, period }: AllowanceLeft): string {
  const moment = new Date(resetsAt)
  if (period === 'month')
    return allowanceMessages.onDay(moment.toLocaleDateString('en', { day: 'numeric', month: 'long' }))
  return allowanceMessages.atTime(moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))
}
