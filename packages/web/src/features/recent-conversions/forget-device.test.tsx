import { apiPaths } from '@filesmith/contract/api-paths'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { ForgetDevice } from './recent-conversions.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

function show(answerDelete: () => Response, user: typeof mara | null = null) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'DELETE') return Response.json({ authenticated: user !== null, user })
    calls.push(`${init.method} ${url}`)
    return answerDelete()
  })
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <ForgetDevice />
    </QueryClientProvider>,
  )
  return { calls, queryClient }
}

const open = async () => {
  await screen.findByText(/We recognize it by a cookie/)
  fireEvent.click(await screen.findByRole('button', { name: 'Forget this device' }))
  return screen.findByRole('dialog', { name: 'Forget this device?' })
}

test('ForgetDevice: asks first, then clears the browser and starts over', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  localStorage.setItem('filesmith.work.home-image', '{}')
  const { calls } = show(() => new Response(null, { status: 204 }))
  const dialog = await open()
  expect(calls).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Forget this device' }))
  const done = await screen.findByRole('dialog', { name: 'Device forgotten' })
  expect(calls).toEqual(['DELETE /api/visitor'])
  expect(localStorage).toHaveLength(0)
  fireEvent.click(within(done).getByRole('button', { name: 'Start over' }))
  expect(assign.mock.calls).toEqual([['/']])
})

test('ForgetDevice: cancel changes nothing', async () => {
  const { calls } = show(() => new Response(null, { status: 204 }))
  fireEvent.click(within(await open()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toEqual([])
})

test('ForgetDevice: a refusal is shown and can be tried again', async () => {
  localStorage.setItem('filesmith.work.home-image', '{}')
  const { calls } = show(() => Response.json({ code: 'unavailable', message: 'Not now.' }, { status: 503 }))
  const dialog = await open()
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Forget this device' })
  fireEvent.click(confirm)
  expect(await within(dialog).findByText('Not now.')).toBeTruthy()
  await waitFor(() => expect(confirm.disabled).toBe(false))
  expect(calls).toHaveLength(1)
  expect(localStorage).toHaveLength(1)
})

test('ForgetDevice: users with an account do not see it', async () => {
  const { queryClient } = show(() => new Response(null, { status: 204 }), mara)
  await waitFor(() => expect(queryClient.getQueryData([apiPaths.authStatus])).toMatchObject({ user: mara }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})
