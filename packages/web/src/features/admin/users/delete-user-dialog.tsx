/** Confirms and deletes an account, after its name was typed. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { textOf } from '../../../lib/use-form-submit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import type { UserDialogProps } from './user-dialog-props.ts'

const texts = adminUserTexts.access

export function DeleteUserDialog({ user: { id, username }, ...dialogProps }: UserDialogProps) {
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
            {texts.deletePoints.map(point => (
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
