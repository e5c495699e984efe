/** Loads the plan offers and the current plan; shows a skeleton or an error meanwhile. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { type PlanId, planIds } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAccount } from '../use-account.ts'
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

/** Undefined while loading; null for visitors. */
function useCurrentPlan(): PlanId | null | undefined {
  const { state, user } = useAccount()
  if (state === 'unknown') return undefined
  return user && activePlan(user, new Date())
}

/** An expired plan counts as Free and can be bought again. */
function activePlan({ subscription }: User, now: Date): PlanId {
  const hasExpired = subscription?.expiryDate != null && new Date(subscription.expiryDate) <= now
  const subscribedPlan = planIds.find(plan => plan === subscription?.plan.toLowerCase())
  return hasExpired ? 'free' : (subscribedPlan ?? 'free')
}

interface PlanOffersErrorProps {
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Error state of the plan offers with a retry button. */
function PlanOffersError({ isRetrying, onRetry }: PlanOffersErrorProps) {
  return (
    <Panel className="flex min-h-64 flex-col items-center justify-center gap-4 p-5 text-center">
      <p role="alert" className="flex items-start gap-2 font-semibold text-danger">
        <Icon of={CircleAlert} className="mt-px" /> {offerMessages.loadFailed}
      </p>
      <Button aria-disabled={isRetrying || undefined} onClick={() => isRetrying || onRetry()}>
        {isRetrying ? (
          <>
            <Icon of={LoaderCircle} className="turn" /> {offerMessages.retrying}
          </>
        ) : (
          offerMessages.retry
        )}
      </Button>
    </Panel>
  )
}
