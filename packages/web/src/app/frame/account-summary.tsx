/** Signed-in user with plan and remaining allowance. */
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { plans } from '@filesmith/contract/plans'
import { shownAddress } from '@filesmith/contract/unreachable-address'
import { allowanceLeft } from '../../lib/allowance-left.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUsage } from '../../lib/use-usage.ts'
import { Badge } from '../../ui/badge.tsx'

interface AccountSummaryProps {
  readonly username: string
  readonly email: string
}

export function AccountSummary({ username, email }: AccountSummaryProps) {
  const plan = usePlan()
  const usage = useUsage()
  const allowance = usage && allowanceLeft(usage)
  return (
    <div className="min-w-0">
      <p className="flex items-center justify-between gap-3">
        <span className="truncate font-semibold" title={username}>
          {username}
        </span>
        {plan === 'private' ? null : (
          <Badge tone={plan === 'free' ? 'neutral' : 'accent'}>{plans[plan].label}</Badge>
        )}
      </p>
      <p className="truncate text-xs text-ink-muted" title={shownAddress(email)}>
        {shownAddress(email)}
      </p>
      {/* Reserves the line while the usage is loading. */}
      <p className="mt-2 min-h-5 text-xs tabular-nums">
        {allowance ? allowanceMessages.conversionsLeft(allowance) : null}
        {allowance === null ? allowanceMessages.unlimited : null}
      </p>
    </div>
  )
}
