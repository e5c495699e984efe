/** Renders the current toast of the toast store. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { toastDurationMs, toasts, useToast } from '../lib/toast-store.ts'
import { ToastViewport } from '../ui/toast-viewport.tsx'

export function Toaster() {
  return (
    // Modal overlays hide everything without `aria-live` from assistive technology; Radix announces the toast itself.
    <div aria-live="off">
      <ToastViewport
        toast={useToast()}
        durationMs={toastDurationMs}
        closeLabel={frameMessages.closeToast}
        viewportLabel={frameMessages.toasts}
        onClose={toasts.dismiss}
      />
    </div>
  )
}
