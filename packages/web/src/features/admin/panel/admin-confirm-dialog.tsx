/** Confirmation dialog of the admin area with optional form fields, which also shows errors. */
import type { ErrorCode } from '@filesmith/contract/errors'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { ReactNode } from 'react'
import { type FormProblems, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'

interface QuestionProps {
  readonly confirm: string
  readonly keep?: string
  readonly isDanger?: boolean
  /** Form field of each error code. */
  readonly fieldOfCode?: Readonly<Partial<Record<ErrorCode, string>>>
  /** Returns validation problems; throws errors of the server. */
  readonly onConfirm: (data: FormData) => Promise<FormProblems | undefined>
  readonly onClose: () => void
  readonly children: (problemOf: (name: string) => string | undefined) => ReactNode
}

interface AdminConfirmDialogProps extends QuestionProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onClosed: () => void
}

export function AdminConfirmDialog({ isOpen, title, onClosed, ...question }: AdminConfirmDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={title} onLeave={question.onClose} onClosed={onClosed}>
      <Question {...question} />
    </Overlay>
  )
}

function Question(props: QuestionProps) {
  const {
    confirm,
    keep = adminScreens.cancel,
    isDanger = true,
    fieldOfCode,
    onConfirm,
    onClose,
    children,
  } = props
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    try {
      const problems = await onConfirm(data)
      if (problems) return problems
    } catch (error) {
      return refusal.asProblems(error, fieldOfCode, adminScreens.unexpected)
    }
    onClose()
    return undefined
  })
  return (
    <form {...form.formProps} className="mt-3 flex flex-col gap-5">
      {children(form.problemOf)}
      <div>
        <div className="has-[p]:mb-5">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button disabled={form.isBusy} onClick={onClose}>
            {keep}
          </Button>
          <SubmitButton
            isBusy={form.isBusy}
            busyLabel={adminScreens.busy}
            variant={isDanger ? 'danger' : 'solid'}
            size="regular"
            className={isDanger ? 'border border-danger' : ''}
          >
            {confirm}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}
