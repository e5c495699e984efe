/** Changes the subscription: one request at a time, followed by a refresh of the account. */
import { useRef, useState } from 'react'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useAccountChange } from '../../../lib/use-account.ts'

interface BillingChange {
  readonly isBusy: boolean
  /** Rethrows errors of the request. */
  readonly change: (
    path: string,
    toast: { readonly title: string; readonly description: string },
  ) => Promise<void>
}

export function useBillingChange(): BillingChange {
  const [isBusy, setIsBusy] = useState(false)
  // A second press can arrive before the busy state is rendered.
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
        // Also after a failure: only the response may have been lost, or the plan was changed elsewhere.
        await refresh()
        isSending.current = false
        setIsBusy(false)
      }
    },
  }
}
