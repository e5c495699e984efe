import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
  ada,
  address,
  ago,
  answers,
  callsTo,
  done,
  press,
  refuse,
  security,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const hourSeconds = 60 * 60
const phone = {
  id: 's2',
  device: 'Safari on iPhone',
  createdAt: ago(90 * hourSeconds),
  seenAt: ago(5 * hourSeconds),
  isCurrent: false,
}
const twoSessions = { ...security, sessions: [phone, ...security.sessions] }

const sessions = async () => {
  const block = await screen.findByRole('region', { name: 'Where you are signed in' })
  return within(block).getAllByRole('listitem')
}

test('SessionsBlock: lists the current session first, the others with their last activity', async () => {
  answers['GET /api/user/security'] = () => Response.json(twoSessions)
  showSection('security')
  const [here, there] = await sessions()
  expect(here?.textContent).toContain('Firefox on Linux This deviceActive now')
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  expect(there?.textContent).toContain('Safari on iPhone')
  expect(there?.textContent).toContain('Active 5 hours ago')
})

test('SessionsBlock: ends one session or all other sessions', async () => {
  answers['GET /api/user/security'] = () => Response.json(twoSessions)
  answers['DELETE /api/user/sessions/s2'] = done
  answers['DELETE /api/user/sessions'] = done
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Signed out everywhere else'))
  expect(callsTo('DELETE', '/api/user/sessions')).toHaveLength(1)
  answers['GET /api/user/security'] = () => Response.json(security)
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Signed out'))
  expect(callsTo('DELETE', '/api/user/sessions/s2')).toHaveLength(1)
  expect(await sessions()).toHaveLength(1)
  expect(screen.getByText('You are not signed in anywhere else.')).toBeTruthy()
})

test('SessionsBlock: a session that no longer exists counts as ended; other failures are shown', async () => {
  answers['GET /api/user/security'] = () => Response.json(twoSessions)
  answers['DELETE /api/user/sessions/s2'] = refuse(
    404,
    'session-not-found',
    'This session has already ended.',
  )
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Signed out'))
  answers['DELETE /api/user/sessions/s2'] = refuse(503, 'unavailable', 'Not at the moment.')
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Sign out Safari on iPhone' }).disabled,
    ).toBe(false),
  )
  press('Sign out Safari on iPhone')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Could not sign out',
      description: 'Not at the moment.',
    }),
  )
})

const offer = (signInWith: string[], organisation?: object) => () => {
  const works = { isAvailable: true, reason: null }
  const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }
  return Response.json({ operations, plan: 'free', signInWith, organisation })
}

test.each([
  [false, 1],
  [true, 0],
])(
  'ConnectionsBlock: the organization is shown by name; with isOnlyWay %s it has %i disconnect buttons',
  async (isOnlyWay, count) => {
    const row = {
      provider: 'organisation',
      label: 'ada@works.example',
      connectedAt: ago(hourSeconds),
    } as const
    answers['GET /api/user/security'] = () => Response.json({ ...security, connections: [row] })
    answers['GET /api/capabilities'] = offer(['organisation'], { name: 'Vulcan Works', isOnlyWay })
    showSection('security')
    expect(await screen.findByText('Vulcan Works')).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Disconnect Vulcan Works' })).toHaveLength(count)
  },
)

test('ConnectionsBlock: hidden if the server has no providers', async () => {
  showSection('security')
  await screen.findByRole('button', { name: 'Update password' })
  expect(screen.queryByRole('region', { name: 'Sign in with' })).toBeNull()
})

test('ConnectionsBlock: connects by redirect and disconnects', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answers['GET /api/capabilities'] = offer(['google', 'github'])
  const github = { provider: 'github', label: 'ada-l', connectedAt: ago(hourSeconds) } as const
  answers['GET /api/user/security'] = () => Response.json({ ...security, connections: [github] })
  answers['DELETE /api/user/connections/github'] = done
  showSection('security')
  answers['POST /api/user/connections/google'] = () =>
    Response.json({ url: 'https://accounts.example/authorize' })
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Google' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.example/authorize'))
  expect(screen.getByText('ada-l')).toBeTruthy()
  answers['GET /api/user/security'] = () => Response.json(security)
  press('Disconnect GitHub')
  await waitFor(() => expect(toasts.current()?.title).toBe('GitHub disconnected'))
  expect(await screen.findByRole('button', { name: 'Connect GitHub' })).toBeTruthy()
})

test('SecuritySection: with an unconfirmed address no credentials can be added, and the link can be resent', async () => {
  answers['GET /api/capabilities'] = offer(['github'])
  answers['POST /api/user/email/link'] = () => Response.json({}, { status: 202 })
  const user = { ...ada, isEmailVerified: false, subscriptionPlan: 'pro' }
  showSection('security', { ...user, subscription: { plan: 'pro', expiryDate: null } })
  await screen.findByRole('button', { name: 'Update password' })
  const connect = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connect GitHub' })
  expect(connect.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull()
  expect(screen.getAllByText('Confirm your email address first.').length).toBeGreaterThan(1)
  press('Resend link')
  await waitFor(() => expect(toasts.current()?.title).toBe('Link sent'))
  expect(callsTo('POST', '/api/user/email/link')).toHaveLength(1)
})

test('ConnectionsBlock: the last sign-in method cannot be disconnected, and the reason is shown', async () => {
  answers['GET /api/capabilities'] = offer(['google'])
  const google = { provider: 'google', label: 'ada@example.com', connectedAt: ago(hourSeconds) } as const
  answers['GET /api/user/security'] = () => Response.json({ ...security, connections: [google] })
  const message = 'This is your only sign-in method. Set a password first.'
  answers['DELETE /api/user/connections/google'] = refuse(409, 'last-way-in', message)
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({ title: 'Could not disconnect', description: message }),
  )
})

test('useFailedConnection: shows why connecting failed and clears the URL parameters', async () => {
  showSection('security', undefined, '&failed=provider-failed&provider=google')
  await waitFor(() => expect(address()).toBe('/profile?section=security'))
  expect(toasts.current()).toMatchObject({
    title: 'Could not connect',
    description: 'Could not sign in with Google. Please try again.',
    variant: 'destructive',
  })
})

test('SecuritySection: a load failure can be retried, and the account can still be deleted', async () => {
  answers['GET /api/user/security'] = () => new Response('', { status: 500 })
  showSection('security')
  expect(await screen.findByText('Could not load your security settings')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete account' })).toBeTruthy()
  answers['GET /api/user/security'] = () => Response.json(security)
  press('Try again')
  expect(await screen.findByRole('button', { name: 'Update password' })).toBeTruthy()
})

async function askToDelete() {
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  return screen.getByRole('dialog', { name: 'Delete your account?' })
}

const deletions = () => callsTo('DELETE', '/api/user')

test('SEC-07 DeleteAccountDialog: lists what is deleted and requires the username', async () => {
  answers['DELETE /api/user'] = done
  const dialog = await askToDelete()
  for (const text of [/your files/, /your sessions/, /your personal data/])
    expect(within(dialog).getByText(text)).toBeTruthy()
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete everything' })
  expect(confirm.disabled).toBe(true)
  type('Type ada to confirm', 'adam')
  expect(confirm.disabled).toBe(true)
  // Enter in the field must not bypass the disabled button.
  await act(async () => fireEvent.submit(confirm.closest('form') as HTMLFormElement))
  expect(deletions()).toEqual([])
  type('Type ada to confirm', 'ada')
  expect(confirm.disabled).toBe(false)
  expect(deletions()).toEqual([])
  await act(async () => fireEvent.click(confirm))
  expect(deletions()).toHaveLength(1)
})

test('SEC-07 DeleteAccountDialog: canceling sends nothing', async () => {
  const dialog = await askToDelete()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(deletions()).toEqual([])
})

test.each([
  ['the message of the server', refuse(503, 'unavailable', 'Not at the moment.'), 'Not at the moment.'],
  ['a default message', () => new Response('', { status: 500 }), 'Failed to delete account'],
  ['a default message', () => Promise.reject(new TypeError('offline')), 'Failed to delete account'],
])('SEC-09 API-08 DeleteAccountDialog: a failure shows %s', async (_what, answer, text) => {
  answers['DELETE /api/user'] = answer
  const dialog = await askToDelete()
  type('Type ada to confirm', 'ada')
  press('Delete everything')
  expect(await within(dialog).findByText(text)).toBeTruthy()
})
