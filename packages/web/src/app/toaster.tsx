/** Shows the present toast of the toast store. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { toastDurationMs, toasts, useToast } from '../lib/toast-store.ts'
import { ToastViewport } from '../ui/toast-viewport.tsx'

export function Toaster() {
  return (
    <ToastViewport
      toast={useToast()}
      durationMs={toastDurationMs}
      closeLabel={frameMessages.closeToast}
      viewportLabel={frameMessages.toasts}
      onClose={toasts.dismiss}
    />
  )
}
