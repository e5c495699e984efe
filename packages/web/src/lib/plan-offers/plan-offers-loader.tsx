/** Loads the plan offers and the current plan; shows a skeleton or an error meanwhile. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import type { PlanId } from '@filesmith/contract/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { type ReactNode, useRef } from 'react'
import { PlanOffersError } from './plan-offers-error.tsx'
import { useCurrentPlan } from './use-current-plan.ts'
import { usePlanOffers } from './use-plan-offers.ts'

interface PlanOffersLoaderProps {
  /** Loading placeholder in the final size. */
  readonly skeleton: ReactNode
  readonly children: (offers: readonly PlanOffer[], current: PlanId | null) => ReactNode
}

export function PlanOffersLoader({ skeleton, children }: PlanOffersLoaderProps) {
  const { data: offers, isError, isFetching, refetch } = usePlanOffers()
  const current = useCurrentPlan()
  const containerRef = useRef<HTMLDivElement>(null)

  const retry = async () => {
    const { isSuccess } = await refetch()
    // The retry button is unmounted: keeps the focus in this container.
    if (isSuccess) containerRef.current?.focus({ preventScroll: true })
  }
  const renderContent = () => {
    if (offers && current !== undefined) return children(offers, current)
    if (isError) return <PlanOffersError isRetrying={isFetching} onRetry={() => void retry()} />
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
    <div ref={containerRef} tabIndex={-1} className="outline-none">
      {renderContent()}
    </div>
  )
}
