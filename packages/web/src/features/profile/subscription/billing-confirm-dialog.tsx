/** Confirmation dialog of subscription changes, which also shows errors. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { ReactNode } from 'react'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'

interface QuestionProps {
  readonly confirm: string
  readonly keep: string
  /** Error message if the server gives no reason. */
  readonly failed: string
  readonly isBusy: boolean
  /** Throws on failure. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

interface BillingConfirmDialogProps extends QuestionProps {
  readonly isOpen: boolean
  readonly heading: string
  readonly onClosed: () => void
}

export function BillingConfirmDialog({ isOpen, heading, onClosed, ...question }: BillingConfirmDialogProps) {
  return (
    <Overlay
      isOpen={isOpen}
      title={heading}
      // The dialog shows the outcome, so it cannot be closed while busy.
      onLeave={question.isBusy ? undefined : question.onClose}
      onClosed={onClosed}
    >
      <Question {...question} />
    </Overlay>
  )
}

function Question({ confirm, keep, failed, isBusy, onConfirm, onClose, children }: QuestionProps) {
  const refusal = useRefusal()
  const form = useFormSubmit(async () => {
    try {
      await onConfirm()
    } catch (error) {
      return refusal.asProblems(error, {}, failed)
    }
    onClose()
    return undefined
  })
  return (
    <form {...form.formProps} className="mt-3 flex flex-col gap-5">
      <p>{children}</p>
      <div>
        <div className="has-[p]:mb-5">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button disabled={isBusy} onClick={onClose}>
            {keep}
          </Button>
          <SubmitButton
            isBusy={form.isBusy}
            busyLabel={profileMessages.busy}
            variant="danger"
            size="regular"
            className="border border-danger"
          >
            {confirm}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}
