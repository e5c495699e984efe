/** Confirms suspending an account. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import type { UserDialogProps } from './user-dialog-props.ts'

const texts = adminUserTexts.access

export function SuspendUserDialog({ user: { id, username }, ...dialogProps }: UserDialogProps) {
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
