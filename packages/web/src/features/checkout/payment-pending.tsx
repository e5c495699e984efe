/** A payment that takes its time: there is nothing to do but to know it. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Clock } from 'lucide-react'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { subscriptionAddress } from './use-plan-change.ts'

const words = checkoutMessages.pending

export function PaymentPending() {
  return (
    <FormCard isOutcome heading={words.heading}>
      <div className="flex flex-col gap-5">
        <Icon of={Clock} sizePx={40} className="text-ink-muted" />
        <p>{words.text}</p>
        <LinkButton to={subscriptionAddress} variant="accent" size="large">
          {words.action}
        </LinkButton>
      </div>
    </FormCard>
  )
}
