import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { toasts } from './toast-store.ts'
import { useUploadDetails } from './use-upload-details.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('useUploadDetails: an inspection rejected with 429 leaves the file without details and is not retried', async () => {
  const refused = {
    code: 'too-many-requests',
    message: 'Too many requests. Please wait a moment and try again.',
  }
  const fetchStub = vi.fn<typeof fetch>(async () => Response.json(refused, { status: 429 }))
  vi.stubGlobal('fetch', fetchStub)
  const before = toasts.current()
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useUploadDetails('u1'), { wrapper })
  expect(result.current.isInspecting).toBe(true)
  await waitFor(() => expect(result.current).toEqual({ details: undefined, isInspecting: false }))
  expect(fetchStub).toHaveBeenCalledTimes(1)
  expect(toasts.current()).toBe(before)
})
