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

function renderAccount(respond: typeof fetch) {
  vi.stubGlobal('fetch', respond)
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => ({ account: useAccount(), change: useAccountChange() }), { wrapper })
  return { account: () => result.current.account, change: () => result.current.change, queryClient }
}

const asVisitor: typeof fetch = async () => Response.json({ authenticated: false, user: null })
const asMara: typeof fetch = async () => Response.json({ authenticated: true, user: mara })

test('API-01 useAccount: is unknown while loading, then signed in', async () => {
  const { account } = renderAccount(asMara)
  expect(account()).toEqual({ state: 'unknown', user: null })
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
})

test('API-01 useAccount: is unknown while loading, then signed out', async () => {
  const { account } = renderAccount(asVisitor)
  expect(account().state).toBe('unknown')
  await waitFor(() => expect(account()).toEqual({ state: 'signed-out', user: null }))
})

test.each<[string, typeof fetch]>([
  ['with a server error', async () => new Response('', { status: 500 })],
  ['without a response', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['with an invalid response', async () => Response.json({ surprise: true })],
])('API-02 useAccount: logs a status request %s and is signed out', async (_what, respond) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { account } = renderAccount(respond)
  await waitFor(() => expect(account()).toEqual({ state: 'signed-out', user: null }))
  expect(warn).toHaveBeenCalledTimes(1)
})

test('API-02 useAccount: a failed refresh does not sign out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { account, change } = renderAccount(asMara)
  await waitFor(() => expect(account().state).toBe('signed-in'))
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await act(() => change().refresh())
  expect(account()).toEqual({ state: 'signed-in', user: mara })
})

const paths = ['/api/capabilities', '/api/conversions/recent', '/api/usage', '/api/user/security']

test('REC-09 useAccountChange: signedIn sets the user and invalidates all queries', async () => {
  const { account, change, queryClient } = renderAccount(asVisitor)
  await waitFor(() => expect(account().state).toBe('signed-out'))
  for (const path of paths) queryClient.setQueryData([path], 'of the visitor')
  act(() => change().signedIn(mara))
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
  for (const path of paths) expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true)
})

test('useAccountChange: signedOut removes the data of the account', async () => {
  const { account, change, queryClient } = renderAccount(asMara)
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

test('useAccountChange: a late status response of the visitor does not undo the sign-in', async () => {
  const lateResponse = Promise.withResolvers<Response>()
  const { account, change, queryClient } = renderAccount(() => lateResponse.promise)
  const parseJson = vi.spyOn(Response.prototype, 'json')
  act(() => change().signedIn(mara))
  lateResponse.resolve(Response.json({ authenticated: false, user: null }))
  await waitFor(() => expect(parseJson).toHaveBeenCalled())
  await parseJson.mock.results[0]?.value
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await waitFor(() => expect(account()).toEqual({ state: 'signed-in', user: mara }))
})
