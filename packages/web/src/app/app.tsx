/** The whole site: data cache, pages, toasts. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '../lib/query-client.ts'
import { Router } from './router.tsx'
import { Toaster } from './toaster.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>
  )
}
