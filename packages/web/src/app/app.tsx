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
import { ToastViewport } from '../ui/toast-viewport.tsx'
import { Router } from './router.tsx'

const IdentityProofDialog = onDemand(
  async () => (await import('../lib/identity-proof/identity-proof-dialog.tsx')).IdentityProofDialog,
)

const ReceiptDialog = onDemand(async () => (await import('../lib/receipts/receipt-dialog.tsx')).ReceiptDialog)

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

/** Loads the dialog of deletion receipts when the first one is opened. */
function ReceiptDialogs() {
  const isOpen = useOpenedReceipt() !== undefined
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    if (isOpen) setIsNeeded(true)
  }, [isOpen])
  return isNeeded ? <ReceiptDialog /> : null
}

/** Loads the re-authentication dialog when a request first asks for it. */
function IdentityProof() {
  const isRequested = useIsProofRequested()
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => {
    if (isRequested) setIsMounted(true)
  }, [isRequested])
  return isMounted ? <IdentityProofDialog /> : null
}

/** Renders the current toast of the toast store. */
function Toaster() {
  // A deletion waits for its toast to close; leaving the page closes it too.
  useEffect(() => {
    window.addEventListener('pagehide', toasts.dismissCurrent)
    return () => window.removeEventListener('pagehide', toasts.dismissCurrent)
  }, [])
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
