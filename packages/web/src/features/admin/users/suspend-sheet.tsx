/** Asks before somebody is kept out. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { userDesk } from '@filesmith/contract/messages/admin-desks'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import { AskSheet } from '../desk/ask-sheet.tsx'
import { useDeskChange } from '../desk/use-desk-change.ts'
import type { UserSheetProps } from './user-sheet-props.ts'

const texts = userDesk.access

export function SuspendSheet({ user: { id, username }, ...sheet }: UserSheetProps) {
  const { send } = useDeskChange()
  const suspend = async () => {
    const body: UserChange = { isSuspended: true }
    await send({ method: 'PATCH', path: apiPaths.adminUser(id), body, toast: texts.suspendedToast(username) })
    return undefined
  }
  return (
    <AskSheet {...sheet} title={texts.suspendTitle(username)} confirm={texts.suspend} onConfirm={suspend}>
      {() => <p>{texts.suspendText}</p>}
    </AskSheet>
  )
}
