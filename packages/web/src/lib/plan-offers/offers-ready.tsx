/** Shows plans once they and whoever looks at them are known, and until then why they are not there. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import type { PlanId } from '@filesmith/contract/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { type ReactNode, useRef } from 'react'
import { OffersFailed } from './offers-failed.tsx'
import { useCurrentPlan } from './use-current-plan.ts'
import { usePlanOffers } from './use-plan-offers.ts'

interface OffersReadyProps {
  /** In the size of what comes. */
  readonly skeleton: ReactNode
  readonly children: (offers: readonly PlanOffer[], current: PlanId | null) => ReactNode
}

export function OffersReady({ skeleton, children }: OffersReadyProps) {
  const { data: offers, isError, isFetching, refetch } = usePlanOffers()
  const current = useCurrentPlan()
  const placeRef = useRef<HTMLDivElement>(null)

  const retry = async () => {
    const { isSuccess } = await refetch()
    // The button goes away with its success; the focus stays at its place.
    if (isSuccess) placeRef.current?.focus({ preventScroll: true })
  }
  const show = () => {
    if (offers && current !== undefined) return children(offers, current)
    if (isError) return <OffersFailed isRetrying={isFetching} onRetry={() => void retry()} />
    return (
      <div className="relative">
        {skeleton}
        <p role="status" className="absolute inset-x-4 top-20 text-center font-semibold">
          {offerMessages.loading}
        </p>
      </div>
    )
  }
  return (
    <div ref={placeRef} tabIndex={-1} className="outline-none">
      {show()}
    </div>
  )
}
