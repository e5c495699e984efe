import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import {
  ada,
  answers,
  callsTo,
  done,
  press,
  standInForServer,
  type as typeInto,
} from '../../features/profile/profile.test-support.tsx'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ProfileScreen } from './profile-screen.tsx'

standInForServer()

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

const address = () => screen.getByLabelText('Address').textContent

function visit(path: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Routes>
          <Route path="/profile" element={<ProfileScreen />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Mocks a narrow window; the returned function widens it. */
function mockNarrowWindow() {
  let isWide = false
  const media = Object.defineProperty(new EventTarget(), 'matches', { get: () => isWide })
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList)
  return () => {
    isWide = true
    media.dispatchEvent(new Event('change'))
  }
}

const signedOut = () => Response.json({ authenticated: false, user: null })

test.each([
  ['/profile', '/sign-in?next=/profile'],
  ['/profile?section=security', '/sign-in?next=/profile%3Fsection%3Dsecurity'],
])('PROF-01 ProfileScreen: %s redirects visitors to sign in with a return path', async (path, signIn) => {
  answers['GET /api/auth/status'] = signedOut
  visit(path)
  await waitFor(() => expect(address()).toBe(signIn))
})

test('API-01 ProfileScreen: shows a loading status and does not redirect while the account is unknown', () => {
  answers['GET /api/auth/status'] = () => new Promise(() => undefined)
  visit('/profile')
  expect(screen.getByText('Loading your account...')).toBeTruthy()
  expect(address()).toBe('/profile')
})

test('PROF-02 PROF-03 ProfileScreen: on wide screens a side menu has the four sections in order', async () => {
  visit('/profile')
  const menu = await screen.findByRole('navigation', { name: 'Account settings' })
  expect(
    within(menu)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Account', '/profile'],
    ['Subscription', '/profile?section=subscription'],
    ['Security', '/profile?section=security'],
    ['Usage History', '/profile?section=usage'],
  ])
  expect(within(menu).getByRole('link', { current: 'page' }).textContent).toBe('Account')
  expect(screen.queryByRole('tablist')).toBeNull()
})

test('PROF-03 ProfileScreen: on narrow screens the sections are tabs in the same order', async () => {
  mockNarrowWindow()
  visit('/profile')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(tab => tab.textContent)).toEqual(['Account', 'Subscription', 'Security', 'Usage History'])
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Subscription' }), { button: 0 })
  expect(address()).toBe('/profile?section=subscription')
  expect(screen.getByRole('tabpanel', { name: 'Subscription' })).toBeTruthy()
})

test('PROF-03 ProfileScreen: keeps the input when the layout changes', async () => {
  const widen = mockNarrowWindow()
  visit('/profile')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit username' }))
  typeInto('New username', 'countess')
  act(widen)
  expect(screen.getByRole('navigation', { name: 'Account settings' })).toBeTruthy()
  expect(screen.queryByRole('tabpanel')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('New username').value).toBe('countess')
})

test('PROF-02 ProfileScreen: the section is in the URL and in the history', async () => {
  visit('/profile?section=subscription')
  expect(await screen.findByRole('heading', { name: 'Subscription' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Account' }))
  expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy()
  press('Back')
  expect(screen.getByRole('heading', { name: 'Subscription' })).toBeTruthy()
})

test('PROF-02 ProfileScreen: an unknown section opens the first one', async () => {
  visit('/profile?section=treasure')
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy()
})

test('PROF-04 ALLOW-02 ProfileScreen: Sign out ends the session and navigates home', async () => {
  answers['POST /api/auth/logout'] = done
  visit('/profile')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(callsTo('POST', '/api/auth/logout')).toHaveLength(1)
  expect(toasts.current()).toMatchObject({
    title: 'Logged Out',
    description: 'You have been successfully logged out',
  })
})

test('SEC-08 ProfileScreen: deleting the account signs out, navigates home and shows a toast', async () => {
  answers['DELETE /api/user'] = done
  visit('/profile?section=security')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  typeInto('Type ada to confirm', ada.username)
  // The session no longer exists.
  answers['GET /api/auth/status'] = signedOut
  await act(async () => press('Delete everything'))
  await waitFor(() => expect(address()).toBe('/'))
  expect(toasts.current()).toMatchObject({
    title: 'Account Deleted',
    description: 'Your files, sessions and personal data were deleted.',
  })
})

test('ProfileScreen: signs out when a request reports that the session has ended', async () => {
  answers['POST /api/user/email/link'] = () =>
    Response.json({ code: 'not-signed-in', message: 'Please sign in first.' }, { status: 401 })
  answers['GET /api/auth/status'] = () =>
    Response.json({ authenticated: true, user: { ...ada, isEmailVerified: false } })
  visit('/profile')
  fireEvent.click(await screen.findByRole('button', { name: 'Resend link' }))
  await waitFor(() => expect(address()).toBe('/sign-in?next=/profile'))
  expect(toasts.current()).toMatchObject({ description: 'Please sign in first.' })
})
