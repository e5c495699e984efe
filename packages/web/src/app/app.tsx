/** Root component: query cache, router, dialogs and toasts. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { useIsProofRequested } from '../lib/identity-proof/requested-proof.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import { useOpenedReceipt } from '../lib/receipts/opened-receipt.ts'
import { siteAddress } from '../lib/site-address.ts'
import { toastDurationMs, toasts, useToast } from '../lib/toast-store.ts'
import { Router } from './router.tsx'

const IdentityProofDialog = onDemand(
  async () => (await import('../lib/identity-proof/identity-proof-dialog.tsx')).IdentityProofDialog,
  { isOptional: true },
)

const ToastViewport = onDemand(async () => (await import('../ui/toast-viewport.tsx')).ToastViewport, {
  isOptional: true,
})

const ReceiptDialog = onDemand(
  async () => (await import('../lib/receipts/receipt-dialog.tsx')).ReceiptDialog,
  { isOptional: true },
)

/** What users do first; dropped and chosen files are input as well. */
const firstActions = ['pointerdown', 'keydown', 'dragenter', 'input'] as const

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      {/* Without transitions, navigation shows the skeleton of the next page immediately. */}
      <BrowserRouter basename={siteAddress('/')} useTransitions={false}>
        <Router />
        <ReceiptDialogs />
        <IdentityProof />
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** True from the first time that the condition is. */
function useOnceTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition)
  useEffect(() => {
    if (condition) setWasTrue(true)
  }, [condition])
  return wasTrue
}

/** Loads the dialog of deletion receipts when the first one is opened. */
function ReceiptDialogs() {
  return useOnceTrue(useOpenedReceipt() !== undefined) ? <ReceiptDialog /> : null
}

/** Loads the re-authentication dialog when a request first asks for it. */
function IdentityProof() {
  return useOnceTrue(useIsProofRequested()) ? <IdentityProofDialog /> : null
}

/**
 * Renders the current toast of the toast store. Its code is loaded with the first action, not with the first toast, which may be
 * about a lost connection.
 */
function Toaster() {
  const toast = useToast()
  const isNeeded = useOnceTrue(toast !== undefined)
  useEffect(() => {
    const unmounting = new AbortController()
    const { signal } = unmounting
    for (const action of firstActions)
      window.addEventListener(action, ToastViewport.prefetch, { once: true, signal })
    // A deletion waits for its toast to close; leaving the page closes it too.
    window.addEventListener('pagehide', toasts.dismissCurrent, { signal })
    return () => unmounting.abort()
  }, [])
  if (!isNeeded) return null
  return (
    // Modal overlays hide everything without `aria-live` from assistive technology; Radix announces the toast itself.
    <div aria-live="off">
      <ToastViewport
        toast={toast}
        durationMs={toastDurationMs}
        closeLabel={frameMessages.closeToast}
        viewportLabel={frameMessages.toasts}
        onClose={toasts.dismiss}
      />
    </div>
  )
}
