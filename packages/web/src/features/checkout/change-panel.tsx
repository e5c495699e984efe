/** Confirms a plan change with nothing to pay. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { numberOfPlan } from '@filesmith/contract/plan-offers'
import type { Quote } from '@filesmith/contract/schemas/billing'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Panel } from '../../ui/panel.tsx'
import { usePlanChange } from './use-plan-change.ts'

const texts = checkoutMessages.change

interface ChangePanelProps {
  readonly quote: Quote
  readonly isTest: boolean
}

export function ChangePanel({ quote, isTest }: ChangePanelProps) {
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
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-lg">{texts.heading}</h2>
            {isTest ? <Badge tone="warning">{checkoutMessages.form.testMode}</Badge> : null}
          </div>
          <p className="mt-2">{texts.nothingToPay}</p>
          {isResumed ? <p className="mt-1 text-ink-muted">{texts.resumes}</p> : null}
        </div>
        <FormFooter problem={form.formProblem} isBusy={form.isBusy} busyLabel={texts.busy}>
          {isResumed ? texts.resume : texts.confirm}
        </FormFooter>
      </form>
    </Panel>
  )
}
