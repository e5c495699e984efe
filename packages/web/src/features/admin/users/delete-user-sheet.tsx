/** Asks whether an account shall really go, with its name typed, and deletes it. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { userDesk } from '@filesmith/contract/messages/admin-desks'
import { textOf } from '../../../lib/use-form-submit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { AskSheet } from '../desk/ask-sheet.tsx'
import { useDeskChange } from '../desk/use-desk-change.ts'
import type { UserSheetProps } from './user-sheet-props.ts'

const texts = userDesk.access

export function DeleteUserSheet({ user: { id, username }, ...sheet }: UserSheetProps) {
  const { send } = useDeskChange()
  const confirm = async (data: FormData) => {
    if (textOf(data, 'name').trim() !== username) return { fields: { name: texts.otherName } }
    await send({ method: 'DELETE', path: apiPaths.adminUser(id), toast: texts.deletedToast(username) })
    return undefined
  }
  return (
    <AskSheet
      {...sheet}
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
    </AskSheet>
  )
}
