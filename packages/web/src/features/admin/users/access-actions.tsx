/** Access of a user: suspend, operator role and account deletion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import type { AdminUser, UserChange } from '@filesmith/contract/schemas/admin'
import { useRef, useState } from 'react'
import { currentInstance } from '../../../lib/instance.ts'
import { textOf } from '../../../lib/use-form-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'

const texts = adminUserTexts.access

const fieldOfCode = { 'wrong-password': 'password' } as const

interface AccessActionsProps {
  readonly user: AdminUser
  readonly onGone: () => void
}

export function AccessActions({ user, onGone }: AccessActionsProps) {
  const { id, username, suspendedAt, isOperator, isOperatorByGroup } = user
  const [asked, setAsked] = useState<'suspend' | 'operator' | 'delete'>()
  const rowRef = useRef<HTMLDivElement>(null)
  const change = useAdminMutation()
  const dialogPropsOf = (name: typeof asked) => ({
    user,
    isOpen: asked === name,
    onClose: () => setAsked(undefined),
    // Returns the focus to the pressed button, unless its row was removed with the account.
    onClosed: () => {
      const button = rowRef.current?.querySelector<HTMLElement>(`[data-asks=${name}]`)
      if (button) button.focus()
      else onGone()
    },
  })
  const letIn = () => {
    const body: UserChange = { isSuspended: false }
    void change.attempt({
      method: 'PATCH',
      path: apiPaths.adminUser(id),
      body,
      toast: texts.restoredToast(username),
    })
  }
  return (
    <div className="border-t border-line pt-5">
      <h4 className="font-semibold">{texts.heading}</h4>
      {isOperatorByGroup ? <p className="mt-1 text-ink-muted">{texts.byGroup}</p> : null}
      <div ref={rowRef} className="mt-3 flex flex-wrap gap-3">
        {suspendedAt === null ? (
          <Button data-asks="suspend" onClick={() => setAsked('suspend')}>
            {texts.suspend}
          </Button>
        ) : (
          <Button data-asks="suspend" aria-disabled={change.isBusy || undefined} onClick={letIn}>
            {texts.restore}
          </Button>
        )}
        {isOperatorByGroup ? null : (
          <Button data-asks="operator" onClick={() => setAsked('operator')}>
            {isOperator ? texts.revoke : texts.makeOperator}
          </Button>
        )}
        <Button variant="danger" data-asks="delete" onClick={() => setAsked('delete')}>
          {texts.delete}
        </Button>
      </div>
      <SuspendUserDialog {...dialogPropsOf('suspend')} />
      <OperatorDialog {...dialogPropsOf('operator')} />
      <DeleteUserDialog {...dialogPropsOf('delete')} />
    </div>
  )
}

/** Confirms suspending an account. */
function SuspendUserDialog({ user: { id, username }, ...dialogProps }: UserDialogProps) {
  const { send } = useAdminMutation()
  const suspend = async () => {
    const body: UserChange = { isSuspended: true }
    await send({ method: 'PATCH', path: apiPaths.adminUser(id), body, toast: texts.suspendedToast(username) })
    return undefined
  }
  return (
    <AdminConfirmDialog
      {...dialogProps}
      title={texts.suspendTitle(username)}
      confirm={texts.suspend}
      onConfirm={suspend}
    >
      {() => <p>{texts.suspendText}</p>}
    </AdminConfirmDialog>
  )
}

/** Confirms and deletes an account, after its name was typed. */
function DeleteUserDialog({ user: { id, username }, ...dialogProps }: UserDialogProps) {
  const { send } = useAdminMutation()
  const confirm = async (data: FormData) => {
    if (textOf(data, 'name').trim() !== username) return { fields: { name: texts.otherName } }
    await send({ method: 'DELETE', path: apiPaths.adminUser(id), toast: texts.deletedToast(username) })
    return undefined
  }
  return (
    <AdminConfirmDialog
      {...dialogProps}
      title={texts.deleteTitle(username)}
      confirm={texts.delete}
      keep={texts.keep}
      onConfirm={confirm}
    >
      {problemOf => (
        <>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {texts.deletePoints(currentInstance()).map(point => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <TextField
            label={texts.typeName(username)}
            name="name"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={problemOf('name')}
          />
        </>
      )}
    </AdminConfirmDialog>
  )
}

/** Confirms granting the operator role, which requires the own password, or revoking it. */
function OperatorDialog({ user, ...dialogProps }: UserDialogProps) {
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

/** Props of the user dialogs. */
interface UserDialogProps {
  readonly user: AdminUser
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}
