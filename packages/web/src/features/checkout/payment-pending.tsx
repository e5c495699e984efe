/** Notice for a payment that is still processing. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { Clock } from 'lucide-react'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { subscriptionUrl } from './use-plan-change.ts'

const texts = checkoutMessages.pending

export function PaymentPending() {
  return (
    <FormCard isOutcome heading={texts.heading}>
      <div className="flex flex-col gap-5">
        <Icon of={Clock} sizePx={40} className="text-ink-muted" />
        <p>{texts.text}</p>
        <LinkButton to={subscriptionUrl} variant="accent" size="large">
          {texts.action}
        </LinkButton>
      </div>
    </FormCard>
  )
}
