import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import {
  address,
  answers,
  capabilities,
  fetchStub,
  fill,
  json,
  press,
  refusal,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()

afterEach(() => {
  delete document.documentElement.dataset.access
})

/** As the server writes the document. */
function closed() {
  document.documentElement.dataset.access = 'signed-in'
  answers.set('GET /api/capabilities', capabilities({ access: 'signed-in' }))
}
const labels = (name: string) =>
  [...screen.getByRole('navigation', { name }).querySelectorAll('a')].map(link => link.textContent)
const called = (path: string) => fetchStub.mock.calls.some(([url]) => url === path)

test('RequireSignIn: leads visitors to the sign-in page, and back after they signed in', async () => {
  closed()
  answers.set('POST /api/auth/login', json({ user: mara }))
  visit('/about?from=mail')
  await waitFor(() => expect(address()).toBe('/sign-in?next=/about%3Ffrom%3Dmail'))
  await screen.findByLabelText('Username')
  fill('Username', 'mara.holt')
  fill('Password', 'copper lantern')
  press('Sign In')
  await waitFor(() => expect(address()).toBe('/about?from=mail'))
})

test('RequireSignIn: visitors see only links that lead somewhere, and no advertising', async () => {
  closed()
  visit('/help')
  await screen.findByRole('heading', { level: 1 })
  expect(labels('Main')).toEqual(['Help'])
  expect(labels('Footer')).toEqual(['Help', 'Terms', 'Privacy'])
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByRole('link', { name: 'For developers' })).toBeNull()
  expect(called('/api/config/adsense')).toBe(false)
  expect(address()).toBe('/help')
})

test('RequireSignIn: users see the whole site', async () => {
  closed()
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  visit('/about')
  await screen.findByRole('heading', { level: 1 })
  expect(labels('Main')).toEqual(['Home', 'Tools', 'Pricing', 'Help'])
  expect(address()).toBe('/about')
})

test('RequireSignIn: a session that ended elsewhere leads to the sign-in page', async () => {
  closed()
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('GET /api/usage', () => {
    answers.set('GET /api/auth/status', json({ authenticated: false, user: null }))
    return refusal(401, 'not-signed-in', 'Please sign in first.')()
  })
  await act(async () => visit('/'))
  await waitFor(() => expect(address()).toBe('/sign-in'))
})

test('RequireSignIn: changes nothing on an open site', async () => {
  visit('/about')
  await screen.findByRole('heading', { level: 1 })
  expect(address()).toBe('/about')
  expect(labels('Footer')).toHaveLength(7)
})
