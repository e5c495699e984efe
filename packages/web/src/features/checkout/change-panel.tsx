/** A change for which nothing is to be paid: it only has to be confirmed. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { numberOfPlan } from '@filesmith/contract/plan-offers'
import type { Quote } from '@filesmith/contract/schemas/billing'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { usePlanChange } from './use-plan-change.ts'

const words = checkoutMessages.change

export function ChangePanel({ quote }: { readonly quote: Quote }) {
  const changePlan = usePlanChange()
  const form = useFormSubmit(async () => ({
    form: await changePlan(apiPaths.subscriptionChange, {
      planId: numberOfPlan(quote.plan),
      interval: quote.interval,
    }),
  }))
  const isResumed = quote.kind === 'resume'
  return (
    <Panel className="md:row-span-2">
      <form {...form.formProps} className="flex flex-col gap-5 p-5 sm:p-6">
        <div>
          <h2 className="text-lg">{words.heading}</h2>
          <p className="mt-2">{words.nothingToPay}</p>
          {isResumed ? <p className="mt-1 text-ink-muted">{words.resumes}</p> : null}
        </div>
        <FormMessage text={form.formProblem} />
        <SubmitButton isBusy={form.isBusy} busyLabel={words.busy} className="w-full">
          {isResumed ? words.resume : words.confirm}
        </SubmitButton>
      </form>
    </Panel>
  )
}
