/** Small inline form with error message, submit and cancel buttons. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { ReactNode } from 'react'
import type { useFormSubmit } from '../../lib/use-form-submit.ts'
import type { ActionVariant } from '../../ui/action-style.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

interface SmallFormProps {
  readonly form: ReturnType<typeof useFormSubmit>
  readonly action: string
  readonly variant?: ActionVariant
  readonly onCancel?: (() => void) | undefined
  readonly children: ReactNode
}

export function SmallForm({ form, action, variant = 'solid', onCancel, children }: SmallFormProps) {
  return (
    <form {...form.formProps} className="flex max-w-md flex-col gap-5">
      {children}
      <div>
        <div className="has-[p]:mb-4">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton
            isBusy={form.isBusy}
            busyLabel={profileMessages.busy}
            variant={variant}
            size="regular"
          >
            {action}
          </SubmitButton>
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              {profileMessages.cancel}
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  )
}
