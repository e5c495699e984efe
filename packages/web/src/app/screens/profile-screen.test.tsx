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

/** Makes the window narrow; the answer widens it again. */
function beNarrow() {
  let isWide = false
  const media = Object.defineProperty(new EventTarget(), 'matches', { get: () => isWide })
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList)
  return () => {
    isWide = true
    media.dispatchEvent(new Event('change'))
  }
}

const nobody = () => Response.json({ authenticated: false, user: null })

test.each([
  ['/profile', '/sign-in?next=/profile'],
  ['/profile?section=security', '/sign-in?next=/profile%3Fsection%3Dsecurity'],
])('PROF-01 %s sends a visitor to sign in, and says where to come back to', async (path, signIn) => {
  answers['GET /api/auth/status'] = nobody
  visit(path)
  await waitFor(() => expect(address()).toBe(signIn))
})

test('API-01 as long as nobody knows who it is, nothing is shown and nobody is sent away', () => {
  answers['GET /api/auth/status'] = () => new Promise(() => undefined)
  visit('/profile')
  expect(screen.getByText('Loading your account...')).toBeTruthy()
  expect(address()).toBe('/profile')
})

test('PROF-02 PROF-03 on a wide screen a side menu has the four sections in order', async () => {
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

test('PROF-03 on a narrow screen the sections are tabs, in the same order', async () => {
  beNarrow()
  visit('/profile')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(tab => tab.textContent)).toEqual(['Account', 'Subscription', 'Security', 'Usage History'])
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Subscription' }), { button: 0 })
  expect(address()).toBe('/profile?section=subscription')
  expect(screen.getByRole('tabpanel', { name: 'Subscription' })).toBeTruthy()
})

test('PROF-03 turning a phone keeps what was typed', async () => {
  const widen = beNarrow()
  visit('/profile')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit username' }))
  typeInto('New username', 'countess')
  act(widen)
  expect(screen.getByRole('navigation', { name: 'Account settings' })).toBeTruthy()
  expect(screen.queryByRole('tabpanel')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('New username').value).toBe('countess')
})

test('PROF-02 the section stands in the address: it can be linked to, and gone back from', async () => {
  visit('/profile?section=subscription')
  expect(await screen.findByRole('heading', { name: 'Subscription' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Account' }))
  expect(screen.getByRole('heading', { name: 'Account' })).toBeTruthy()
  press('Back')
  expect(screen.getByRole('heading', { name: 'Subscription' })).toBeTruthy()
})

test('PROF-02 an address that names no section that exists opens the first one', async () => {
  visit('/profile?section=treasure')
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy()
})

test('PROF-04 ALLOW-02 Sign out ends the session and leaves for the home page', async () => {
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

test('SEC-08 a deleted account is cleared like a log-out: home, with the toast', async () => {
  answers['DELETE /api/user'] = done
  visit('/profile?section=security')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  typeInto('Type ada to confirm', ada.username)
  // From now on the server knows nobody here.
  answers['GET /api/auth/status'] = nobody
  await act(async () => press('Delete everything'))
  await waitFor(() => expect(address()).toBe('/'))
  expect(toasts.current()).toMatchObject({
    title: 'Account Deleted',
    description: 'Your files, sessions and personal data are gone from our server.',
  })
})

test('a session that was ended on another device ends here as soon as it is noticed', async () => {
  answers['POST /api/user/email/link'] = () =>
    Response.json({ code: 'not-signed-in', message: 'Please sign in first.' }, { status: 401 })
  answers['GET /api/auth/status'] = () =>
    Response.json({ authenticated: true, user: { ...ada, isEmailVerified: false } })
  visit('/profile')
  fireEvent.click(await screen.findByRole('button', { name: 'Send the link again' }))
  await waitFor(() => expect(address()).toBe('/sign-in?next=/profile'))
  expect(toasts.current()).toMatchObject({ description: 'Please sign in first.' })
})
