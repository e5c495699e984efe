/** Engines of the installation with their switches. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminEngineTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { type EngineChange, type EngineSwitch, engineSwitchesSchema } from '@filesmith/contract/schemas/admin'
import { useRef, useState } from 'react'
import { textOf } from '../../../lib/use-form-submit.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { useAdminQuery } from '../panel/use-admin-query.ts'

/** Must match the limit of the contract schema. */
const maxReasonLength = 300

const refreshMs = 10_000

export function EnginesSection() {
  const engines = useAdminQuery(apiPaths.adminEngines, engineSwitchesSchema, refreshMs)
  return (
    <Loaded query={engines}>
      {list => (
        <SettingsBlock heading={texts.heading} text={texts.text}>
          {list.some(({ isUnsandboxed }) => isUnsandboxed) ? (
            <div className="mb-5 sm:mb-6">
              <UnavailableNotice reason={texts.unsandboxedHint} />
            </div>
          ) : null}
          {list.length === 0 ? (
            <EmptyNotice title={texts.empty} text={texts.emptyHint} />
          ) : (
            <ul className="-mx-5 -mb-5 divide-y divide-line border-t border-line sm:-mx-6 sm:-mb-6">
              {list.map(engine => (
                <EngineRow key={engine.engine} engine={engine} />
              ))}
            </ul>
          )}
        </SettingsBlock>
      )}
    </Loaded>
  )
}

/** Engine with its workers, why it is missing or off, and its switch. Switching off asks for confirmation. */
function EngineRow({ engine }: { readonly engine: EngineSwitch }) {
  const { label, workers, missingReasons, isUnsandboxed, sandboxes, isOff, offReason, offBy, offSince } =
    engine
  const isolating = sandboxes.filter(kind => kind !== 'none')
  const [isAsking, setIsAsking] = useState(false)
  const switchRef = useRef<HTMLButtonElement>(null)
  const change = useAdminMutation()
  const turn = (isOn: boolean) => {
    if (!isOn) return setIsAsking(true)
    const body: EngineChange = { isOff: false, reason: '' }
    const path = apiPaths.adminEngine(engine.engine)
    void change.attempt({ method: 'PUT', path, body, toast: texts.onToast(label) })
  }
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3 sm:px-6">
      <div className="min-w-0 py-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{label}</span>
          {isOff ? <Badge tone="danger">{texts.off}</Badge> : null}
          {isUnsandboxed ? <Badge tone="danger">{texts.sandboxes.none}</Badge> : null}
          {!isOff && workers === 0 ? <Badge tone="warning">{texts.missing}</Badge> : null}
        </p>
        <p className="text-xs text-ink-muted">
          {[texts.workers(workers), ...isolating.map(kind => texts.sandboxes[kind])].join(' · ')}
        </p>
        {isOff ? (
          <p className="mt-1">
            {offSince ? (
              <>
                {texts.offSince} <LocalTime iso={offSince} style="moment" />
              </>
            ) : null}
            {offBy ? ` ${texts.by} ${offBy}` : null}
            {offReason ? `: ${offReason}` : null}
          </p>
        ) : null}
        {missingReasons.map(reason => (
          <p key={reason} className="mt-1 text-ink-muted">
            {reason}
          </p>
        ))}
      </div>
      <Switch
        ref={switchRef}
        // The name is at the other end of the row.
        label=""
        aria-label={texts.switchOf(label)}
        isOn={!isOff}
        aria-disabled={change.isBusy || undefined}
        onChange={turn}
        className="shrink-0"
      />
      <DisableEngineDialog
        engine={engine}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onClosed={() => switchRef.current?.focus()}
      />
    </li>
  )
}

interface DisableEngineDialogProps {
  readonly engine: EngineSwitch
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Confirms switching off an engine: lists the affected operations and asks for a reason. */
function DisableEngineDialog({
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
