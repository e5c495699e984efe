/** What a plan costs, large, and for how long. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, formatPrice, priceOf } from '@filesmith/contract/plan-offers'

interface PlanPriceProps {
  readonly monthlyCents: number
  readonly interval: BillingInterval
}

export function PlanPrice({ monthlyCents, interval }: PlanPriceProps) {
  return (
    <p className="flex items-baseline gap-2">
      <span className="font-heading text-2xl font-semibold tracking-tight tabular-nums">
        {formatPrice(priceOf(monthlyCents, interval))}
      </span>{' '}
      <span className="text-ink-muted">{offerMessages.per[interval]}</span>
    </p>
  )
}
