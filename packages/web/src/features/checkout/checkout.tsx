/** Checkout: one component per phase of a purchase. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { Clock } from 'lucide-react'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CheckoutFailed } from './checkout-failed.tsx'
import { CheckoutLoading } from './checkout-loading.tsx'
import { CheckoutReady } from './checkout-ready.tsx'
import type { Order } from './order.ts'
import { useCheckout } from './use-checkout.ts'
import { subscriptionUrl } from './use-plan-change.ts'

const planNotAppliedTexts = checkoutMessages.notApplied

const texts = checkoutMessages.pending

const { settling } = checkoutMessages

export function Checkout({ order }: { readonly order: Order & { amount: number } }) {
  const { phase, finish, retryApply, handleLoadError } = useCheckout(order)
  switch (phase.kind) {
    case 'preparing':
      return <CheckoutLoading />
    case 'settling':
      return <CheckoutLoading heading={settling.heading} hint={settling.text} />
    case 'failed':
      return <CheckoutFailed message={phase.message} />
    case 'ready':
      return <CheckoutReady setup={phase.setup} finish={finish} onLoadError={handleLoadError} />
    case 'pending':
      return <PaymentPending />
    case 'not-applied':
      return <PlanNotApplied problem={phase.problem} onRetry={() => retryApply(phase.paymentIntentId)} />
  }
}

/** Notice for a payment that is still processing. */
function PaymentPending() {
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

interface PlanNotAppliedProps {
  readonly problem: string
  readonly onRetry: () => Promise<void>
}

/** Payment succeeded but the plan was not activated: offers a retry of the activation. */
function PlanNotApplied({ problem, onRetry }: PlanNotAppliedProps) {
  const form = useFormSubmit(async () => {
    await onRetry()
    return undefined
  })
  return (
    <FormCard
      isOutcome
      heading={planNotAppliedTexts.heading}
      footer={
        <TextLink to={paths.contact} className="text-ink">
          {planNotAppliedTexts.support}
        </TextLink>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-5">
        <FormMessage text={problem} />
        <p>{planNotAppliedTexts.hint}</p>
        <SubmitButton isBusy={form.isBusy} busyLabel={planNotAppliedTexts.busy}>
          {planNotAppliedTexts.action}
        </SubmitButton>
      </form>
    </FormCard>
  )
}
