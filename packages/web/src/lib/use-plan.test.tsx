import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { usePlan } from './use-plan.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function showPlan(answer: () => Promise<Response>) {
  const fetchStub = vi.fn<typeof fetch>(answer)
  vi.stubGlobal('fetch', fetchStub)
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return { ...renderHook(usePlan, { wrapper }), fetchStub }
}

const works = { isAvailable: true, reason: null }
const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }

test('the plan is the one the server names', async () => {
  const { result } = showPlan(async () => Response.json({ operations, plan: 'pro', signInWith: [] }))
  expect(result.current).toBe('free')
  await waitFor(() => expect(result.current).toBe('pro'))
})

test('a server that does not say it leaves everybody on Free', async () => {
  const { result, fetchStub } = showPlan(async () => new Response('', { status: 500 }))
  await waitFor(() => expect(fetchStub).toHaveBeenCalled())
  expect(result.current).toBe('free')
})
