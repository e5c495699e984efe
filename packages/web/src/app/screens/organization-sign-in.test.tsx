import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  capabilities,
  json,
  press,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()

const capabilitiesWith = (isOnlyWay: boolean) =>
  capabilities({ signInWith: ['organisation'], organisation: { name: 'Vulcan Works', isOnlyWay } })
beforeEach(() => void answers.set('GET /api/capabilities', capabilitiesWith(false)))

const button = () => screen.findByRole('link', { name: 'Continue with Vulcan Works' })

test.each(['/sign-in', '/sign-up'])(
  'SignIn: %s offers the organization by name and keeps the return path',
  async path => {
    visit(`${path}?next=/pricing`)
    expect((await button()).getAttribute('href')).toBe('/api/auth/with/organisation?next=%2Fpricing')
    expect(screen.getByLabelText('Password')).toBeTruthy()
  },
)

test('SignIn: shows a failure of the organization by name, once', async () => {
  const text = 'We cannot reach Vulcan Works at the moment. Please try again in a few minutes.'
  visit('/sign-in?failed=provider-away&provider=organisation&next=/pricing')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Login Failed', description: text })
  expect(address()).toBe('/sign-in?next=%2Fpricing')
})

test('SignIn: shows a failure even when the name of the organization is unknown', async () => {
  answers.set('GET /api/capabilities', json({ code: 'internal', message: 'No.' }, 400))
  visit('/sign-in?failed=provider-failed&provider=organisation')
  expect(
    await screen.findByText('Signing in with your organization did not work. Please try again.'),
  ).toBeTruthy()
})

test('SignIn: with organization sign-in only, shows one button and password sign-in for operators', async () => {
  answers.set('GET /api/capabilities', capabilitiesWith(true))
  visit('/sign-in?failed=provider-domain-refused&provider=organisation')
  await button()
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  const text =
    'Your email address is not one of those that may come in with Vulcan Works. Please ask whoever runs this site.'
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy()
  press('You run this site? Sign in by password')
  expect(await screen.findByLabelText('Password')).toBeTruthy()
  expect(screen.queryByText('No account yet?')).toBeNull()
  expect(screen.queryByText(text)).toBeNull()
})

test('SignUp: with organization sign-in only, does not offer registration', async () => {
  answers.set('GET /api/capabilities', capabilitiesWith(true))
  visit('/sign-up')
  await button()
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  expect(screen.queryByRole('button', { name: /by password/ })).toBeNull()
})

test('useSignOut: redirects to the sign-out URL of the organization', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('POST /api/auth/logout', json({ signOutUrl: 'https://id.example.org/end?client_id=filesmith' }))
  visit('/pricing')
  const menuButton = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: 'Account menu of mara.holt' })
  await waitFor(() => expect(menuButton().disabled).toBe(false))
  fireEvent.pointerDown(menuButton(), { button: 0 })
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(assign.mock.calls).toEqual([['https://id.example.org/end?client_id=filesmith']]))
  expect(toasts.current()?.title).toBe('An older toast')
})
