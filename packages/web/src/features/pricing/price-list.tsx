/** Price list of the plans; the current plan is marked and cannot be chosen. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { planOfNumber } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { ChoosePlanButton } from '../../lib/plan-offers/choose-plan-button.tsx'
import { useChoosePlan } from '../../lib/plan-offers/use-choose-plan.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PriceRow } from './price-row.tsx'

interface PriceListProps {
  readonly offers: readonly PlanOffer[]
  /** Null for visitors. */
  readonly current: PlanId | null
}

const fullWidth = 'w-full'

export function PriceList({ offers, current }: PriceListProps) {
  const { chosenId, choose } = useChoosePlan()

  const actionFor = (offer: PlanOffer) => {
    if (current !== null && planOfNumber(offer.id) === current)
      return (
        <Button size="large" disabled className={fullWidth}>
          {offerMessages.currentPlan}
        </Button>
      )
    if (offer.price === 0)
      // Free: visitors sign up, paying users cancel in their profile.
      return current === null ? (
        <LinkButton size="large" to={paths.signUp} className={fullWidth}>
          {pricingMessages.signUpFree}
        </LinkButton>
      ) : (
        <LinkButton size="large" to={`${paths.profile}?section=subscription`} className={fullWidth}>
          {pricingMessages.backToFree}
        </LinkButton>
      )
    const isPaying = current !== null && current !== 'free'
    return (
      <ChoosePlanButton
        label={isPaying ? offerMessages.switchTo(offer.name) : offerMessages.choose(offer.name)}
        variant={offer.isPopular ? 'accent' : 'solid'}
        isChosen={chosenId === offer.id}
        onChoose={() => choose(offer, 'month')}
        className={fullWidth}
      />
    )
  }
  return (
    <ul aria-label={pricingMessages.plans} className="flex flex-col gap-3">
      {offers.map(offer => (
        <PriceRow key={offer.id} offer={offer}>
          {actionFor(offer)}
        </PriceRow>
      ))}
    </ul>
  )
}
