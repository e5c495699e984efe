/** Asks before something about the subscription is changed for good, and says there when it could not be done. */
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
  /** When the server did not say why. */
  readonly failed: string
  readonly isBusy: boolean
  /** Throws when it could not be done. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

interface ConfirmDialogProps extends QuestionProps {
  readonly isOpen: boolean
  readonly heading: string
  readonly onClosed: () => void
}

export function ConfirmDialog({ isOpen, heading, onClosed, ...question }: ConfirmDialogProps) {
  return (
    <Overlay
      isOpen={isOpen}
      title={heading}
      // Whether it worked is said here, so nobody leaves before that.
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
