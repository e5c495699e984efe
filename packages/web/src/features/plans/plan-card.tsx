/** Card of a plan: name, price, action and features. */
import { offerMessages, plansMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, formatPrice, yearlyPrice } from '@filesmith/contract/plan-offers'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { type ReactNode, useId } from 'react'
import { PlanPoints } from '../../lib/plan-offers/plan-points.tsx'
import { PlanPrice } from '../../lib/plan-offers/plan-price.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'

interface PlanCardProps {
  readonly offer: PlanOffer
  readonly interval: BillingInterval
  readonly isCurrent: boolean
  /** Action. */
  readonly children: ReactNode
}

export function PlanCard({ offer, interval, isCurrent, children }: PlanCardProps) {
  const headingId = useId()
  const { name, description, price, features, isPopular, isPro } = offer
  return (
    <li className="flex min-w-0">
      <article
        aria-labelledby={headingId}
        data-highlighted={isPro || undefined}
        className={cx(
          'flex grow flex-col overflow-hidden rounded border',
          isPro ? 'border-accent bg-surface-raised ring-1 ring-accent' : 'border-line bg-surface',
        )}
      >
        <div className={cx('p-5 pb-6', isPro && 'bg-accent-wash')}>
          <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 id={headingId} className="text-lg">
              {name}
            </h2>
            {isCurrent ? <Badge tone="success">{plansMessages.yours}</Badge> : null}
            {isPopular ? <Badge tone="accent">{offerMessages.popular}</Badge> : null}
          </div>
          <p className="mt-1 text-ink-muted">{description}</p>
          <div className="mt-4">
            <PlanPrice monthlyCents={price} interval={price === 0 ? 'month' : interval} size="large" />
          </div>
          <p className="mt-1 text-xs text-ink-muted tabular-nums md:min-h-10">{priceNote(price, interval)}</p>
          <div className="mt-4 grid">{children}</div>
        </div>
        <PlanPoints
          points={features}
          isFree={price === 0}
          className="flex grow flex-col border-t border-line p-5 sm:max-md:grid sm:max-md:grid-cols-2"
        />
      </article>
    </li>
  )
}

function priceNote(monthlyCents: number, interval: BillingInterval): string {
  const { priceNotes } = plansMessages
  if (monthlyCents === 0) return priceNotes.free
  if (interval === 'month') return priceNotes.month
  const yearCents = yearlyPrice(monthlyCents)
  return priceNotes.year(formatPrice(yearCents / 12), formatPrice(monthlyCents * 12 - yearCents))
}
