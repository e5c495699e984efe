/** /premium/plans: plan cards, comparison and FAQ. */
import { plansMessages } from '@filesmith/contract/messages/plans'
import { PlanOffersLoader } from '../../lib/plan-offers/plan-offers-loader.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BillingToggle } from './billing-toggle.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanPromises } from './plan-promises.tsx'
import { PlanQuestions } from './plan-questions.tsx'
import { useBillingInterval } from './use-billing-interval.ts'

export function Plans() {
  const [interval, setInterval] = useBillingInterval()
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="max-w-xl grow basis-80">
          <h1 className="text-2xl">{plansMessages.heading}</h1>
          <p className="mt-3 text-base text-ink-muted">{plansMessages.lead}</p>
        </div>
        <BillingToggle interval={interval} onChange={setInterval} />
      </header>
      <PlanOffersLoader skeleton={<CardsSkeleton />}>
        {(offers, current) => (
          <div className="flex flex-col gap-14">
            <div className="flex flex-col gap-8">
              <PlanCards offers={offers} current={current} interval={interval} />
              <PlanPromises />
            </div>
            <PlanComparison offers={offers} />
            <PlanQuestions />
          </div>
        )}
      </PlanOffersLoader>
    </div>
  )
}

function CardsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 md:grid-cols-3">
      <Skeleton className="h-115 sm:h-93 md:h-162" />
      <Skeleton className="h-137 sm:h-109 md:h-162" />
      <Skeleton className="h-152 sm:h-117 md:h-162" />
    </div>
  )
}
