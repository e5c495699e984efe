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

function renderPlan(respond: () => Promise<Response>) {
  const fetchStub = vi.fn<typeof fetch>(respond)
  vi.stubGlobal('fetch', fetchStub)
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return { ...renderHook(usePlan, { wrapper }), fetchStub }
}

const works = { isAvailable: true, reason: null }
const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }

test('usePlan: is the plan of the server', async () => {
  const { result } = renderPlan(async () => Response.json({ operations, plan: 'pro', signInWith: [] }))
  expect(result.current).toBe('free')
  await waitFor(() => expect(result.current).toBe('pro'))
})

test('usePlan: is Free when the request fails', async () => {
  const { result, fetchStub } = renderPlan(async () => new Response('', { status: 500 }))
  await waitFor(() => expect(fetchStub).toHaveBeenCalled())
  expect(result.current).toBe('free')
})

test('usePlan: is that of everybody in a private instance, without waiting for the server', async () => {
  document.documentElement.setAttribute('data-instance', 'private')
  const { result, fetchStub } = renderPlan(async () => Response.json({ operations, signInWith: [] }))
  expect(result.current).toBe('private')
  await waitFor(() => expect(fetchStub).toHaveBeenCalled())
  expect(result.current).toBe('private')
  document.documentElement.removeAttribute('data-instance')
})
