/** Confirms and deletes the account, after listing what is deleted. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import { useState } from 'react'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useLeaveAccount } from '../../../lib/use-sign-out.ts'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const texts = securityMessages.deletion

interface DeleteAccountDialogProps {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

export function DeleteAccountDialog({ user, isOpen, onClose, onClosed }: DeleteAccountDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={texts.title} onLeave={onClose} onClosed={onClosed}>
      <DeleteAccountForm user={user} onClose={onClose} />
    </Overlay>
  )
}

function DeleteAccountForm({ user, onClose }: Pick<DeleteAccountDialogProps, 'user' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const leaveAccount = useLeaveAccount()
  const isConfirmed = typed.trim() === user.username
  const form = useFormSubmit(async () => {
    // Enter in the field submits even while the button is disabled.
    if (!isConfirmed) return undefined
    try {
      await request('DELETE', apiPaths.user)
    } catch (error) {
      return { form: serverMessageOf(error) ?? texts.failed }
    }
    leaveAccount()
    toasts.show(texts.deleted)
    return undefined
  })
  return (
    <form {...form.formProps} className="mt-3 flex flex-col gap-5">
      <div>
        <p>{texts.intro}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
          {texts.points.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <TextField
        label={texts.typeName(user.username)}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <FormMessage text={form.formProblem} />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{texts.keep}</Button>
        <Button
          type="submit"
          variant="danger"
          className="border border-danger"
          disabled={!isConfirmed || form.isBusy}
        >
          {texts.confirm}
        </Button>
      </div>
    </form>
  )
}
