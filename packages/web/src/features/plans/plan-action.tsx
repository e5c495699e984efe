/** Action button of a plan, depending on the user's current plan. */
import { offerMessages, plansMessages } from '@filesmith/contract/messages/plans'
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { ChoosePlanButton } from '../../lib/plan-offers/choose-plan-button.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { CurrentSubscription } from './use-current-subscription.ts'

interface PlanActionProps {
  readonly offer: PlanOffer
  readonly interval: BillingInterval
  readonly current: PlanId | null
  readonly isCurrent: boolean
  readonly subscription: CurrentSubscription
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export function PlanAction(props: PlanActionProps) {
  const { offer, isCurrent, isChosen, onChoose } = props
  if (offer.price === 0)
    return (
      // `aria-disabled`, so that clicking it can explain why.
      <Button size="large" aria-disabled="true" onClick={() => toasts.show(plansMessages.freeToast)}>
        {isCurrent ? offerMessages.currentPlan : plansMessages.forEveryone}
      </Button>
    )
  const label = labelOf(props)
  if (label === undefined)
    return (
      <LinkButton size="large" to={`${paths.profile}?section=subscription`}>
        {plansMessages.manage}
      </LinkButton>
    )
  return (
    <ChoosePlanButton
      label={label}
      variant={offer.isPro ? 'accent' : 'solid'}
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}

/** Undefined when the user already has exactly this subscription. */
function labelOf({ offer, interval, current, isCurrent, subscription }: PlanActionProps): string | undefined {
  if (!isCurrent)
    return current === null || current === 'free'
      ? offerMessages.choose(offer.name)
      : offerMessages.switchTo(offer.name)
  // Not loaded yet, or a plan granted without payment.
  if (!subscription || subscription.plan !== current) return offerMessages.choose(offer.name)
  if (subscription.interval !== interval) return plansMessages.switchInterval[interval]
  return subscription.status === 'cancelled' ? plansMessages.keep(offer.name) : undefined
}
