/** Confirms switching off an engine: lists the affected operations and asks for a reason. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminEngineTexts as texts } from '@filesmith/contract/messages/admin-panels'
import type { EngineChange, EngineSwitch } from '@filesmith/contract/schemas/admin'
import { textOf } from '../../../lib/use-form-submit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'

/** Must match the limit of the contract schema. */
const maxReasonLength = 300

interface DisableEngineDialogProps {
  readonly engine: EngineSwitch
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

export function DisableEngineDialog({
  engine: { engine, label, operations },
  ...dialogProps
}: DisableEngineDialogProps) {
  const { send } = useAdminMutation()
  const switchOff = async (data: FormData) => {
    const reason = textOf(data, 'reason').trim()
    if (reason === '') return { fields: { reason: texts.reasonMissing } }
    const body: EngineChange = { isOff: true, reason }
    await send({ method: 'PUT', path: apiPaths.adminEngine(engine), body, toast: texts.offToast(label) })
    return undefined
  }
  return (
    <AdminConfirmDialog
      {...dialogProps}
      title={texts.offTitle(label)}
      confirm={texts.confirm}
      keep={texts.keep}
      onConfirm={switchOff}
    >
      {problemOf => (
        <>
          {operations.length === 0 ? (
            <p>{texts.stopsNothing}</p>
          ) : (
            <div>
              <p>{texts.stops}</p>
              <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
                {operations.map(operation => (
                  <li key={operation}>{operation}</li>
                ))}
              </ul>
            </div>
          )}
          <TextField
            label={texts.reason}
            name="reason"
            maxLength={maxReasonLength}
            autoComplete="off"
            hint={texts.reasonHint}
            error={problemOf('reason')}
          />
        </>
      )}
    </AdminConfirmDialog>
  )
}
