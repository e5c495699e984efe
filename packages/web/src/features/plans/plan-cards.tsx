/** Cards of all plans. */
import { plansMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, planOfNumber } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { useChoosePlan } from '../../lib/plan-offers/use-choose-plan.ts'
import { PlanAction } from './plan-action.tsx'
import { PlanCard } from './plan-card.tsx'
import { useCurrentSubscription } from './use-current-subscription.ts'

interface PlanCardsProps {
  readonly offers: readonly PlanOffer[]
  /** Null for visitors. */
  readonly current: PlanId | null
  readonly interval: BillingInterval
}

export function PlanCards({ offers, current, interval }: PlanCardsProps) {
  const { chosenId, choose } = useChoosePlan()
  const subscription = useCurrentSubscription(current)
  return (
    <ul aria-label={plansMessages.cards} className="grid items-stretch gap-4 md:grid-cols-3">
      {offers.map(offer => {
        const isCurrent = current !== null && planOfNumber(offer.id) === current
        return (
          <PlanCard key={offer.id} offer={offer} interval={interval} isCurrent={isCurrent}>
            <PlanAction
              offer={offer}
              interval={interval}
              current={current}
              isCurrent={isCurrent}
              subscription={subscription}
              isChosen={chosenId === offer.id}
              onChoose={() => choose(offer, interval)}
            />
          </PlanCard>
        )
      })}
    </ul>
  )
}
