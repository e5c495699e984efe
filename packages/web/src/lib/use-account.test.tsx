import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mara } from './account.fixture.ts'
import { createQueryClient } from './query-client.ts'
import { useAccount, useAccountChange } from './use-account.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function showAccount(answer: typeof fetch) {
  vi.stubGlobal('fetch', answer)
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => ({ account: useAccount(), change: useAccountChange() }), { wrapper })
  return { account: () => result.current.account, change: () => result.current.change, queryClient }
}

const asVisitor: typeof fetch = async () => Response.json({ authenticated: false, user: null })
const asMara: typeof fetch = async () => Response.json({ authenticated: true, user: mara })

test('API-01 unknown until the server has answered, then signed in', async () => {
  const { account } = showAccount(asMara)
  expect(account()).toEqual({ state: 'unknown', user: null })
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
})

test('API-01 unknown until the server has answered, then signed out', async () => {
  const { account } = showAccount(asVisitor)
  expect(account().state).toBe('unknown')
  await waitFor(() => expect(account()).toEqual({ state: 'signed-out', user: null }))
})

test.each<[string, typeof fetch]>([
  ['that breaks', async () => new Response('', { status: 500 })],
  ['without an answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['with a strange answer', async () => Response.json({ surprise: true })],
])('API-02 a check %s is only logged', async (_what, answer) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { account } = showAccount(answer)
  await waitFor(() => expect(account()).toEqual({ state: 'signed-out', user: null }))
  expect(warn).toHaveBeenCalledTimes(1)
})

test('API-02 a later check that fails signs nobody out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { account, change } = showAccount(asMara)
  await waitFor(() => expect(account().state).toBe('signed-in'))
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await act(() => change().refresh())
  expect(account()).toEqual({ state: 'signed-in', user: mara })
})

const paths = ['/api/capabilities', '/api/conversions/recent', '/api/usage', '/api/user/security']

test('REC-09 signing in sets the user and lets everything be asked for anew', async () => {
  const { account, change, queryClient } = showAccount(asVisitor)
  await waitFor(() => expect(account().state).toBe('signed-out'))
  for (const path of paths) queryClient.setQueryData([path], 'of the visitor')
  act(() => change().signedIn(mara))
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
  for (const path of paths) expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true)
})

test('signing out leaves nothing of the account behind', async () => {
  const { account, change, queryClient } = showAccount(asMara)
  await waitFor(() => expect(account().state).toBe('signed-in'))
  for (const path of paths) queryClient.setQueryData([path], 'of the account')
  queryClient.setQueryData(['/api/conversions', { status: 'failed' }], 'of the account')
  act(() => change().signedOut())
  await waitFor(() => expect(account()).toEqual({ state: 'signed-out', user: null }))
  for (const path of [...paths, '/api/conversions'])
    expect(queryClient.getQueriesData({ queryKey: [path] }).filter(([, data]) => data !== undefined)).toEqual(
      [],
    )
})

test('an answer that was given to the visitor does not undo the sign-in', async () => {
  const late = Promise.withResolvers<Response>()
  const { account, change, queryClient } = showAccount(() => late.promise)
  const reading = vi.spyOn(Response.prototype, 'json')
  act(() => change().signedIn(mara))
  late.resolve(Response.json({ authenticated: false, user: null }))
  await waitFor(() => expect(reading).toHaveBeenCalled())
  await reading.mock.results[0]?.value
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
})
