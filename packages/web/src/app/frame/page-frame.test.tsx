import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  capabilities,
  json,
  noAnswer,
  noContent,
  press,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()

const signedIn = json({ authenticated: true, user: mara })
const renderFrame = () => visit('/no/such/page')

async function renderFrameForVisitor() {
  renderFrame()
  await screen.findByRole('link', { name: 'Sign In' })
  await screen.findAllByText('Advertisement')
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

const headerLinks = [
  ['Home', '/'],
  ['Tools', '/tools'],
  ['Pricing', '/premium/plans'],
  ['Help', '/help'],
]

test('FRAME-01 FRAME-02 PageFrame: has header, two sidebars, main content and footer', () => {
  renderFrame()
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Filesmith, home' })).toBeTruthy()
  expect(screen.getByRole('complementary', { name: 'Left sidebar' })).toBeTruthy()
  expect(screen.getByRole('main')).toBeTruthy()
  expect(screen.getByRole('complementary', { name: 'Right sidebar' })).toBeTruthy()
  expect(screen.getByRole('contentinfo').textContent).toContain('Filesmith')
})

test('FRAME-05 FRAME-06 SiteHeader: shows the links in order, Sign In and Sign Up', async () => {
  await renderFrameForVisitor()
  const header = screen.getByRole('banner')
  expect(linksIn(within(header).getByRole('navigation', { name: 'Main' }))).toEqual(headerLinks)
  expect(within(header).getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')
  expect(within(header).getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/sign-up')
})

test('FRAME-09 MobileMenu: has the same links, and Escape closes it', async () => {
  await renderFrameForVisitor()
  const button = screen.getByRole('button', { name: 'Menu' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  const menu = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!menu) throw new Error('menu not found')
  expect(linksIn(menu)).toEqual([...headerLinks, ['Sign In', '/sign-in'], ['Sign Up', '/sign-up']])
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})

test('FRAME-09 MobileMenu: following a link closes it', () => {
  renderFrame()
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  fireEvent.click(screen.getAllByRole('link', { name: 'Help' })[1] as HTMLElement)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('FRAME-11 SiteFooter: shows the links in order', () => {
  renderFrame()
  const links = linksIn(within(screen.getByRole('contentinfo')).getByRole('navigation'))
  expect(links.map(([, href]) => href)).toEqual([
    '/tools',
    '/premium/plans',
    '/help',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
  ])
})

test('FRAME-12 FRAME-13 FRAME-14 FRAME-16 LeftSidebar: shows an advertisement and the contact link', async () => {
  await renderFrameForVisitor()
  const left = screen.getByRole('complementary', { name: 'Left sidebar' })
  expect(within(left).getByText('Advertisement')).toBeTruthy()
  expect(within(left).getByText('Optimized images can cut page load times by up to 70%.')).toBeTruthy()
  expect(linksIn(left)).toEqual([
    ['Upgrade', '/premium/plans'],
    ['Contact Us', '/contact'],
  ])
})

test('FRAME-12 FRAME-13 FRAME-15 FRAME-17 RightSidebar: shows an advertisement and further links', async () => {
  await renderFrameForVisitor()
  const right = screen.getByRole('complementary', { name: 'Right sidebar' })
  expect(within(right).getByText('Advertisement')).toBeTruthy()
  for (const point of [
    'Ad-free',
    'File sizes up to 2GB',
    'Advanced conversion options',
    'Priority processing',
  ])
    expect(within(right).getByText(point)).toBeTruthy()
  expect(within(right).getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/premium/plans')
  expect(linksIn(within(right).getByRole('navigation', { name: 'Looking For More' }))).toEqual([
    ['All Tools', '/tools'],
    ['Premium Plans', '/premium/plans'],
    ['Help Center', '/help'],
  ])
})

test.each(['basic', 'pro'])(
  'FRAME-12 Sidebar: %s sees no advertising, but the rest of the sidebars',
  async plan => {
    answers.set('GET /api/capabilities', capabilities({ plan }))
    renderFrame()
    await screen.findByRole('link', { name: 'Sign In' })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull())
    expect(screen.queryByText('Advertisement')).toBeNull()
    expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Looking For More' })).toBeTruthy()
  },
)

test.each(['/checkout', '/test-billing'])(
  'Sidebar: shows no advertising beside the payment form of %s',
  async path => {
    answers.set('GET /api/auth/status', signedIn)
    visit(path)
    await screen.findByRole('button', { name: 'Account menu of mara.holt' })
    expect(await screen.findByRole('link', { name: 'Contact Us' })).toBeTruthy()
    expect(screen.queryByText('Advertisement')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  },
)

/** Radix opens a menu on pointerdown. */
async function openAccountMenu() {
  const button = await screen.findByRole('button', { name: 'Account menu of mara.holt' })
  fireEvent.pointerDown(button, { button: 0 })
  return await screen.findByRole('menu')
}

test('FRAME-07 AccountMenu: replaces the sign-in links for signed-in users', async () => {
  answers.set('GET /api/auth/status', signedIn)
  renderFrame()
  const menu = await openAccountMenu()
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map(item => [item.textContent?.trim(), item.getAttribute('href')])).toEqual([
    ['Profile', '/profile'],
    ['Log out', null],
  ])
  expect(await within(menu).findByText('7 of 10 conversions left today')).toBeTruthy()
  expect(within(menu).getByText('Free')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull()
})

test('FRAME-07 AccountMenu: the key that loads it focuses its first item', async () => {
  answers.set('GET /api/auth/status', signedIn)
  renderFrame()
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Account menu/ }), { key: 'Enter' })
  const first = await screen.findByRole('menuitem', { name: 'Profile' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('FRAME-07 AccountMenu: shows an unlimited allowance', async () => {
  const unlimited = { used: 90, remaining: null, total: null, resetsAt: '2026-03-15T00:00:00.000Z' }
  answers.set('GET /api/auth/status', signedIn)
  answers.set('GET /api/capabilities', capabilities({ plan: 'pro' }))
  answers.set('GET /api/usage', json({ today: unlimited, month: unlimited, days: [] }))
  renderFrame()
  const menu = await openAccountMenu()
  expect(await within(menu).findByText('Unlimited conversions')).toBeTruthy()
  expect(within(menu).getByText('Pro')).toBeTruthy()
})

test('API-01 SiteHeader: shows neither sign-in links nor account while the status is loading', () => {
  answers.set('GET /api/auth/status', () => new Promise<Response>(() => undefined))
  renderFrame()
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Account menu/ })).toBeNull()
})

test.each([
  ['answers', noContent],
  ['cannot be reached', noAnswer],
])(
  'FRAME-08 API-06 AccountMenu: Log out clears the user and shows a toast, when the server %s',
  async (_what, answer) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    answers.set('GET /api/auth/status', signedIn)
    answers.set('POST /api/auth/logout', answer)
    renderFrame()
    const menu = await openAccountMenu()
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Log out' }))
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy()
    expect(sentTo('/api/auth/logout')).toEqual([null])
    expect(toasts.current()).toMatchObject({
      title: 'Logged Out',
      description: 'You have been successfully logged out',
      variant: 'default',
    })
    expect(address()).toBe('/no/such/page')
  },
)

test('FRAME-08 AccountMenu: logging out on a page that requires an account navigates home', async () => {
  answers.set('GET /api/auth/status', signedIn)
  answers.set('POST /api/auth/logout', noContent)
  visit('/profile')
  const menu = await openAccountMenu()
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('FRAME-10 MobileMenu: shows Profile and Log out for signed-in users', async () => {
  answers.set('GET /api/auth/status', signedIn)
  answers.set('POST /api/auth/logout', noContent)
  renderFrame()
  await screen.findByRole('button', { name: 'Account menu of mara.holt' })
  press('Menu')
  const profile = await screen.findByRole('link', { name: 'Profile' })
  expect(profile.getAttribute('href')).toBe('/profile')
  expect(await screen.findByText('7 of 10 conversions left today')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  press('Log out')
  await waitFor(() => expect(toasts.current()?.title).toBe('Logged Out'))
  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false')
})
