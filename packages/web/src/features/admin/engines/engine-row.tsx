/** Engine with its workers, why it is missing or off, and its switch. Switching off asks for confirmation. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminEngineTexts as texts } from '@filesmith/contract/messages/admin-panels'
import type { EngineChange, EngineSwitch } from '@filesmith/contract/schemas/admin'
import { useRef, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { DisableEngineDialog } from './disable-engine-dialog.tsx'

export function EngineRow({ engine }: { readonly engine: EngineSwitch }) {
  const { label, workers, missingReasons, isUnsandboxed, isOff, offReason, offBy, offSince } = engine
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
          {isUnsandboxed ? <Badge tone="danger">{texts.unsandboxed}</Badge> : null}
          {!isOff && workers === 0 ? <Badge tone="warning">{texts.missing}</Badge> : null}
        </p>
        <p className="text-xs text-ink-muted">{texts.workers(workers)}</p>
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
