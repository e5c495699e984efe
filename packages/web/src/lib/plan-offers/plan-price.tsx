/** Price of a plan per billing interval. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, formatPrice, priceOf } from '@filesmith/contract/plan-offers'
import { cx } from '../../ui/cx.ts'

interface PlanPriceProps {
  readonly monthlyCents: number
  readonly interval: BillingInterval
  readonly size: 'regular' | 'large'
}

const sizes = { regular: 'text-xl', large: 'text-2xl' } as const

export function PlanPrice({ monthlyCents, interval, size }: PlanPriceProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      <span className={cx('font-heading font-semibold tracking-tight tabular-nums', sizes[size])}>
        {formatPrice(priceOf(monthlyCents, interval))}
      </span>{' '}
      <span className="text-ink-muted">{offerMessages.per[interval]}</span>
    </p>
  )
}
