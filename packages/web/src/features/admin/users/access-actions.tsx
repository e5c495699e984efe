/** Access of a user: suspend, operator role and account deletion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import type { AdminUser, UserChange } from '@filesmith/contract/schemas/admin'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { OperatorDialog } from './operator-dialog.tsx'
import { SuspendUserDialog } from './suspend-user-dialog.tsx'

const texts = adminUserTexts.access

interface AccessActionsProps {
  readonly user: AdminUser
  readonly onGone: () => void
}

export function AccessActions({ user, onGone }: AccessActionsProps) {
  const { id, username, suspendedAt, isOperator } = user
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
        <Button data-asks="operator" onClick={() => setAsked('operator')}>
          {isOperator ? texts.revoke : texts.makeOperator}
        </Button>
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
