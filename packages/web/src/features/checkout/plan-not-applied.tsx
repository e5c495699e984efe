/** Paid, but not on the plan: the last step can be repeated, and nothing else. */
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { paths } from '@filesmith/contract/routes'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const words = checkoutMessages.notApplied

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
      heading={words.heading}
      footer={
        <TextLink to={paths.contact} className="text-ink">
          {words.support}
        </TextLink>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-5">
        <FormMessage text={problem} />
        <p>{words.hint}</p>
        <SubmitButton isBusy={form.isBusy} busyLabel={words.busy}>
          {words.action}
        </SubmitButton>
      </form>
    </FormCard>
  )
}
