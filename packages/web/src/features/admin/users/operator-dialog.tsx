/** Confirms granting the operator role, which requires the own password, or revoking it. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import { useState } from 'react'
import { textOf } from '../../../lib/use-form-submit.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import type { UserDialogProps } from './user-dialog-props.ts'

const texts = adminUserTexts.access

const fieldOfCode = { 'wrong-password': 'password' } as const

export function OperatorDialog({ user, ...dialogProps }: UserDialogProps) {
  const { id, username } = user
  const { send } = useAdminMutation()
  // Keeps its text during the closing animation.
  const [wasOperator, setWasOperator] = useState(user.isOperator)
  if (!dialogProps.isOpen && wasOperator !== user.isOperator) setWasOperator(user.isOperator)

  const confirm = async (data: FormData) => {
    const password = textOf(data, 'password')
    if (!wasOperator && password === '') return { fields: { password: accountMessages.fieldMissing } }
    const body: UserChange = { isOperator: !wasOperator, ...(password === '' ? {} : { password }) }
    const toast = wasOperator ? texts.revokedToast(username) : texts.addedToast(username)
    await send({ method: 'PATCH', path: apiPaths.adminUser(id), body, toast })
    return undefined
  }
  return (
    <AdminConfirmDialog
      {...dialogProps}
      title={wasOperator ? texts.revokeTitle(username) : texts.makeTitle(username)}
      confirm={wasOperator ? texts.revoke : texts.makeOperator}
      isDanger={wasOperator}
      fieldOfCode={fieldOfCode}
      onConfirm={confirm}
    >
      {problemOf =>
        wasOperator ? (
          <p>{texts.revokeText}</p>
        ) : (
          <>
            <p>{texts.makeText}</p>
            <PasswordField
              label={texts.password}
              name="password"
              autoComplete="current-password"
              hint={texts.passwordHint}
              error={problemOf('password')}
            />
          </>
        )
      }
    </AdminConfirmDialog>
  )
}
