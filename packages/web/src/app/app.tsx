/** The whole site: data cache, pages, toasts. */
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
      {/* A change of page is shown at once: each page has a skeleton of its own, and what follows it must not overtake it. */}
      <BrowserRouter useTransitions={false}>
        <Router />
        <ReceiptDialogs />
        <IdentityProof />
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
