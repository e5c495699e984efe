/** Payment succeeded but the plan was not activated: offers a retry of the activation. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = checkoutMessages.notApplied

interface PlanNotAppliedProps {
  readonly problem: string
  readonly onRetry: () => Promise<void>
}

export function PlanNotApplied({ problem, onRetry }: PlanNotAppliedProps) {
  const form = useFormSubmit(async () => {
    await onRetry()
    return undefined
  })
  return (
    <FormCard
      isOutcome
      heading={texts.heading}
      footer={
        <TextLink to={paths.contact} className="text-ink">
          {texts.support}
        </TextLink>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-5">
        <FormMessage text={problem} />
        <p>{texts.hint}</p>
        <SubmitButton isBusy={form.isBusy} busyLabel={texts.busy}>
          {texts.action}
        </SubmitButton>
      </form>
    </FormCard>
  )
}
