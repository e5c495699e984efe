/** Row of a plan: name, four key points and price. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { planOfNumber, promisedFileSize } from '@filesmith/contract/plan-offers'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { type ReactNode, useId } from 'react'
import { PlanPoints } from '../../lib/plan-offers/plan-points.tsx'
import { PlanPrice } from '../../lib/plan-offers/plan-price.tsx'
import { Badge } from '../../ui/badge.tsx'

interface PriceRowProps {
  readonly offer: PlanOffer
  /** Action. */
  readonly children: ReactNode
}

export function PriceRow({ offer, children }: PriceRowProps) {
  const headingId = useId()
  return (
    <li>
      <article
        aria-labelledby={headingId}
        className="grid gap-x-8 gap-y-5 rounded border border-line bg-surface p-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_13rem] md:items-center md:p-6"
      >
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={headingId} className="text-lg">
              {offer.name}
            </h2>
            {offer.isPopular ? <Badge tone="accent">{offerMessages.popular}</Badge> : null}
          </div>
          <p className="mt-1 text-ink-muted">{offer.description}</p>
        </div>
        <PlanPoints
          points={pointsOf(offer)}
          isFree={offer.price === 0}
          className="grid max-md:order-last sm:max-md:grid-cols-2"
        />
        <div className="flex flex-col gap-3">
          <PlanPrice monthlyCents={offer.price} interval="month" size="regular" />
          {children}
        </div>
      </article>
    </li>
  )
}

/** Plans unknown to this page show the features sent by the server. */
function pointsOf({ id, conversionsPerDay, features }: PlanOffer): readonly string[] {
  const plan = planOfNumber(id)
  if (!plan) return features
  const { perDay, unlimited, fileSize, ads, speed } = pricingMessages
  return [
    conversionsPerDay === null ? unlimited : perDay(conversionsPerDay),
    fileSize(promisedFileSize[plan]),
    ads[plan],
    speed[plan],
  ]
}
