/** "Forget this device" for visitors without an account. The dialog is loaded when it is first opened. */
import { recentMessages } from '@filesmith/contract/messages/recent'
import { useRef, useState } from 'react'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { useAccount } from '../../lib/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

const texts = recentMessages.forget

const ForgetDeviceDialog = onDemand(
  async () => (await import('./forget-device-dialog.tsx')).ForgetDeviceDialog,
)

export function ForgetDevice() {
  const { state } = useAccount()
  const [dialog, setDialog] = useState<'never-opened' | 'open' | 'closed'>('never-opened')
  const buttonRef = useRef<HTMLButtonElement>(null)

  // Users with an account end their sessions under Security.
  if (state === 'signed-in') return null
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 pr-3 pl-5 text-xs text-ink-muted',
        // Reserves its space, to avoid a layout shift when the account is loaded.
        state === 'unknown' && 'invisible',
      )}
    >
      <p>{texts.hint}</p>
      <Button
        ref={buttonRef}
        variant="quiet"
        className="text-xs max-sm:-ml-4"
        onClick={() => setDialog('open')}
      >
        {texts.open}
      </Button>
      {dialog === 'never-opened' ? null : (
        <LazyFallback fallback={null}>
          <ForgetDeviceDialog
            isOpen={dialog === 'open'}
            onLeave={() => setDialog('closed')}
            onClosed={() => buttonRef.current?.focus()}
          />
        </LazyFallback>
      )}
    </div>
  )
}
