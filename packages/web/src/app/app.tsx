/** Root component: query cache, router, dialogs and toasts. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '../lib/query-client.ts'
import { IdentityProof } from './identity-proof.tsx'
import { ReceiptDialogs } from './receipt-dialogs.tsx'
import { Router } from './router.tsx'
import { Toaster } from './toaster.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      {/* Without transitions, navigation shows the skeleton of the next page immediately. */}
      <BrowserRouter useTransitions={false}>
        <Router />
        <ReceiptDialogs />
        <IdentityProof />
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
