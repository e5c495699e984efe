/** The one way a subscription is changed from here: one call at a time, and the account asked anew after each. */
import { useRef, useState } from 'react'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useAccountChange } from '../../../lib/use-account.ts'

interface BillingChange {
  readonly isBusy: boolean
  /** Throws what the call threw. */
  readonly change: (
    path: string,
    toast: { readonly title: string; readonly description: string },
  ) => Promise<void>
}

export function useBillingChange(): BillingChange {
  const [isBusy, setIsBusy] = useState(false)
  // Two presses may come before the page has drawn that it is busy.
  const isSending = useRef(false)
  const { refresh } = useAccountChange()
  return {
    isBusy,
    async change(path, toast) {
      if (isSending.current) return
      isSending.current = true
      setIsBusy(true)
      try {
        await request('POST', path)
        toasts.show(toast)
      } finally {
        // After a failure too: the answer may only have been lost on its way, or the plan had changed elsewhere.
        await refresh()
        isSending.current = false
        setIsBusy(false)
      }
    },
  }
}
