import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { request } from '../request.ts'
import { IdentityProofDialog } from './identity-proof-dialog.tsx'
import { resolveProof } from './requested-proof.ts'

const security: AccountSecurity = {
  hasPassword: true,
  twoStep: { isOn: false, recoveryCodesLeft: 0 },
  connections: [],
  sessions: [],
}
const github = { provider: 'github', label: 'ada-l', connectedAt: '2026-03-14T10:00:00.000Z' } as const

const refuse = (code: string, message: string) => Response.json({ code, message }, { status: 403 })
const proofNeeded = () => refuse('proof-needed', 'Please confirm it’s you first.')
const noContent = () => new Response(null, { status: 204 })

/** Stubbed responses by method and path. Each request takes the first one; the last one stays. */
let answers: Record<string, (() => Response)[]>
const fetchStub = vi.fn<typeof fetch>()
const sentTo = (path: string) =>
  fetchStub.mock.calls
    .filter(([url, init]) => url === path && init?.method !== 'GET')
    .map(([, init]): unknown => JSON.parse(String(init?.body ?? 'null')))

beforeEach(() => {
  answers = {
    'GET /api/user/security': [() => Response.json(security)],
    'GET /api/capabilities': [() => Response.json({ operations: {}, plan: 'free', signInWith: ['github'] })],
    'DELETE /api/user': [proofNeeded, noContent],
    'POST /api/auth/proof': [noContent],
  }
  fetchStub.mockReset()
  fetchStub.mockImplementation(async (url, init) => {
    const left = answers[`${init?.method} ${url}`] ?? []
    const answer = left.length > 1 ? left.shift() : left[0]
    if (!answer) throw new TypeError(`no answer to ${init?.method} ${url}`)
    return answer()
  })
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  resolveProof(false)
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/profile?section=security']}>
        <button type="button">Delete</button>
        <IdentityProofDialog />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'Delete' }).focus()
}

/** Sends a request that requires re-authentication; resolves with its status or error message. */
const callServer = () => {
  const ended = request('DELETE', '/api/user').then(
    reply => reply.status,
    (error: Error) => error.message,
  )
  return { ended }
}

test('request: a request rejected with proof-needed opens the dialog and is repeated after the password', async () => {
  show()
  const { ended } = callServer()
  const field = await screen.findByLabelText('Your password')
  expect(screen.getByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy()
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'Ember+Anvil 27' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await ended).toBe(204)
  expect(sentTo('/api/auth/proof')).toEqual([{ password: 'Ember+Anvil 27' }])
  expect(sentTo('/api/user')).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Delete')
})

test('IdentityProofDialog: a wrong password is shown at its field, and the request keeps waiting', async () => {
  answers['POST /api/auth/proof'] = [() => refuse('wrong-password', 'Wrong password.'), noContent]
  show()
  const { ended } = callServer()
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Please fill in this field.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'guess' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  expect(sentTo('/api/user')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await ended).toBe(204)
})

test('IdentityProofDialog: canceling fails the request with the message of the server', async () => {
  show()
  const { ended } = callServer()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await ended).toBe('403: Please confirm it’s you first.')
  expect(sentTo('/api/user')).toHaveLength(1)
})

test('IdentityProofDialog: with two-step sign-in asks only for a code', async () => {
  answers['GET /api/user/security'] = [
    () =>
      Response.json({
        ...security,
        twoStep: { isOn: true, recoveryCodesLeft: 9 },
        connections: [github],
      }),
  ]
  show()
  const { ended } = callServer()
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue with GitHub' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await ended).toBe(204)
  expect(sentTo('/api/auth/proof')).toEqual([{ code: '123456' }])
})

test('IdentityProofDialog: an account without a password re-authenticates with its provider and returns to the page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answers['GET /api/user/security'] = [
    () => Response.json({ ...security, hasPassword: false, connections: [github] }),
  ]
  answers['POST /api/auth/proof/github'] = [() => Response.json({ url: 'https://github.example/authorize' })]
  show()
  void callServer()
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://github.example/authorize'))
  expect(sentTo('/api/auth/proof/github')).toEqual([{ next: '/profile?section=security' }])
})

test('IdentityProofDialog: a user of a proxy without password and code confirms with a click', async () => {
  answers['GET /api/user/security'] = [
    () => Response.json({ ...security, hasPassword: false, isProvedByConfirming: true }),
  ]
  show()
  const { ended } = callServer()
  expect(await screen.findByText(/signed in through single sign-on/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await ended).toBe(204)
  expect(sentTo('/api/auth/proof')).toEqual([{}])
})

test('request: two rejected requests share one dialog and are both repeated', async () => {
  answers['DELETE /api/user/sessions'] = [proofNeeded, noContent]
  show()
  const first = callServer()
  const second = request('DELETE', '/api/user/sessions').then(reply => reply.status)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'Ember+Anvil 27' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' })))
  expect(await Promise.all([first.ended, second])).toEqual([204, 204])
  expect(sentTo('/api/auth/proof')).toHaveLength(1)
})

test('request: throws the rejection if no dialog is mounted', async () => {
  expect(await callServer().ended).toBe('403: Please confirm it’s you first.')
})
