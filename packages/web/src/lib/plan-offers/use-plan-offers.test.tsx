import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { answers, fetchStub, standInForServer } from './plan-offers.test-support.tsx'
import { usePlanOffers } from './use-plan-offers.ts'

standInForServer()

function load() {
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return renderHook(usePlanOffers, { wrapper }).result
}

test.each([404, 500])('API-22 usePlanOffers: fails with its own message on status %i', async status => {
  answers.set('/api/subscription-plans', () =>
    Response.json({ code: 'broken', message: 'Words of the server.' }, { status }),
  )
  const result = load()
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(result.current.error?.message).toBe('Failed to fetch subscription plans')
  expect(fetchStub).toHaveBeenCalledTimes(1)
})

test('API-22 usePlanOffers: fails on an invalid response', async () => {
  answers.set('/api/subscription-plans', () => Response.json([{ id: 2, name: 'Basic' }]))
  const result = load()
  await waitFor(() => expect(result.current.isError).toBe(true))
})
