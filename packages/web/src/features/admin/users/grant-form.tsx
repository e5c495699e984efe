/** Grants an account a plan without payment, until a date or until it is revoked. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { planIds, plans } from '@filesmith/contract/plans'
import type { AdminUser, UserChange } from '@filesmith/contract/schemas/admin'
import { useState } from 'react'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'

const texts = adminUserTexts.grant

const choices = planIds.filter(id => id !== 'free').map(id => ({ value: id, label: plans[id].label }))
type GivenPlan = (typeof planIds)[number]

export function GrantForm({ user }: { readonly user: AdminUser }) {
  const { id, username, grantedPlan } = user
  const [plan, setPlan] = useState<GivenPlan>(grantedPlan ?? 'pro')
  const change = useAdminMutation()
  const refusal = useRefusal()
  const path = apiPaths.adminUser(id)

  const form = useFormSubmit(async (data, element) => {
    const until = endOfDay(textOf(data, 'until'))
    if (until !== null && !(until > new Date())) return { fields: { until: texts.pastDay } }
    const body: UserChange = { grantedPlan: plan, grantedUntil: until?.toISOString() ?? null }
    try {
      await change.send({
        method: 'PATCH',
        path,
        body,
        toast: texts.grantedToast(username, plans[plan].label),
      })
    } catch (error) {
      return refusal.asProblems(error, { 'grant-in-the-past': 'until' }, adminScreens.unexpected)
    }
    element.reset()
    return undefined
  })
  const takeBack = () => {
    const body: UserChange = { grantedPlan: null, grantedUntil: null }
    void change.attempt({ method: 'PATCH', path, body, toast: texts.revokedToast(username) })
  }

  return (
    <form {...form.formProps} className="border-t border-line pt-5">
      <h4 className="font-semibold">{texts.heading}</h4>
      <p className="mt-0.5 text-ink-muted">{texts.text}</p>
      <div className="mt-3 grid items-start gap-4 @min-[28rem]:grid-cols-2 @min-[48rem]:grid-cols-3">
        <SelectField
          label={texts.plan}
          choices={choices}
          value={plan}
          onChange={event => setPlan(event.currentTarget.value as GivenPlan)}
        />
        <TextField
          label={texts.until}
          name="until"
          type="date"
          hint={texts.untilHint}
          error={form.problemOf('until')}
        />
      </div>
      <div className="mt-4">
        <div className="has-[p]:mb-4">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={form.isBusy} busyLabel={adminScreens.busy} variant="solid" size="regular">
            {texts.grant}
          </SubmitButton>
          {grantedPlan === null ? null : (
            <Button aria-disabled={change.isBusy || undefined} onClick={takeBack}>
              {texts.revoke}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

/** End of that day in the operator's time zone, since the last day is included; null for an empty field. */
function endOfDay(day: string): Date | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`)
}
