import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { quietOverview, worker } from '../../features/admin/admin.fixture.ts'
import { mara } from '../../lib/account.fixture.ts'
import {
  address,
  answers,
  fetchStub,
  json,
  noContent,
  press,
  refusal,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()
beforeAll(() => import('./admin-screen.tsx'), 60_000)

function actAsOperator() {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: { ...mara, isOperator: true } }))
  answers.set('GET /api/admin/overview', json(quietOverview))
  answers.set('GET /api/admin/engines', json([]))
  answers.set('GET /api/admin/workers', json([worker]))
}
const adminRequests = () => fetchStub.mock.calls.filter(([url]) => String(url).startsWith('/api/admin'))
const menu = () => screen.findByRole('navigation', { name: 'Admin sections' })
const accountButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Account menu of mara.holt' })
const openAccountMenu = async () => {
  await waitFor(() => expect(accountButton().disabled).toBe(false), { timeout: 5000 })
  fireEvent.keyDown(accountButton(), { key: 'Enter' })
}

test('API-35 AdminScreen: operators open it from the account menu and see its sections in order', async () => {
  actAsOperator()
  visit('/no/such/page')
  await openAccountMenu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Administration' }))
  expect(
    within(await menu())
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Overview', '/admin'],
    ['Workers', '/admin/workers'],
    ['Failures', '/admin/failures'],
    ['Users', '/admin/users'],
    ['Messages', '/admin/messages'],
    ['Chats', '/admin/chats'],
    ['Storage', '/admin/storage'],
    ['Engines', '/admin/engines'],
    ['Audit', '/admin/audit'],
  ])
  expect(document.title).toBe('Overview, Administration | Filesmith')
  fireEvent.click(within(await menu()).getByRole('link', { name: 'Workers' }))
  expect(address()).toBe('/admin/workers')
  expect(document.title).toBe('Workers, Administration | Filesmith')
  expect(
    within(await menu())
      .getByRole('link', { name: 'Workers' })
      .getAttribute('aria-current'),
  ).toBe('page')
  expect(await screen.findByRole('region', { name: 'forge-1' })).toBeTruthy()
})

test.each(['/admin', '/admin/users'])(
  'API-35 AdminScreen: %s is not found for accounts that are not operators',
  async path => {
    answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
    visit(path)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 Page Not Found')
    await waitFor(() => expect(document.title).toBe('404 Page Not Found | Filesmith'))
    expect(adminRequests()).toEqual([])
    await openAccountMenu()
    await screen.findByRole('menuitem', { name: 'Profile' })
    expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull()
  },
)

test('API-35 AdminScreen: redirects visitors to sign in with a return path', async () => {
  visit('/admin/users')
  await waitFor(() => expect(address()).toBe('/sign-in?next=/admin/users'))
  expect(adminRequests()).toEqual([])
})

test('API-35 AdminScreen: unknown sections are not found', async () => {
  actAsOperator()
  visit('/admin/moon')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 Page Not Found')
})

test('API-35 AdminScreen: is not found after the operator role was revoked', async () => {
  actAsOperator()
  answers.set('GET /api/admin/workers', () => {
    answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
    return refusal(403, 'not-an-operator', 'Only operators of this site can do this.')()
  })
  visit('/admin/workers')
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 Page Not Found'),
  )
})

test('API-35 AdminScreen: signing out navigates home', async () => {
  actAsOperator()
  answers.set('POST /api/auth/logout', noContent)
  visit('/admin/workers')
  await screen.findByRole('region', { name: 'forge-1' })
  press('Menu')
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(address()).toBe('/'))
})
