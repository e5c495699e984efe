import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { adNetwork, mockAdNetwork, pushed } from '../../lib/advertising/ad-network.test-support.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { AdvertisingConsent } from './advertising-consent.tsx'
import { LeftSidebar, RightSidebar, SiteFooter } from './page-frame.tsx'

const publisherId = 'ca-pub-1234567890123456'
const answers = new Map<string, unknown>()
const fetchStub = vi.fn<typeof fetch>()
const warn = vi.fn()

beforeAll(() => import('../../lib/advertising/network-ad.tsx'), 30_000)
mockAdNetwork()
beforeEach(() => {
  localStorage.clear()
  answers.clear()
  actAsVisitor()
  answers.set('/api/config/adsense', { publisherId, mode: 'free-users' })
  fetchStub.mockReset()
  fetchStub.mockImplementation(async url => {
    const answer = answers.get(String(url))
    return answer === undefined ? new Response('', { status: 500 }) : Response.json(answer)
  })
  vi.stubGlobal('fetch', fetchStub)
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function actAsVisitor() {
  answers.set('/api/auth/status', { authenticated: false, user: null })
  answers.set('/api/capabilities', { operations: {}, plan: 'free', signInWith: [] })
}

const onPlan = (plan: string) => ({
  ...mara,
  subscriptionPlan: plan,
  subscription: { plan, expiryDate: null },
})

function actAsUserOn(plan: string) {
  answers.set('/api/auth/status', { authenticated: true, user: onPlan(plan) })
  answers.set('/api/capabilities', { operations: {}, plan, signInWith: [] })
}

const storeConsent = (choice: string) =>
  localStorage.setItem('filesmith.ad-consent', `${choice} ${new Date().toISOString()}`)

let queryClient: QueryClient

async function renderPage(path = '/') {
  queryClient = createQueryClient()
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]} useTransitions={false}>
          <AdvertisingConsent />
          <main id="content" tabIndex={-1}>
            <Link to="/checkout">To the checkout</Link>
            <Link to="/tools">To the tools</Link>
            <SignIn />
          </main>
          <LeftSidebar className="" />
          <RightSidebar className="" />
          <SiteFooter />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

function SignIn() {
  const { signedIn } = useAccountChange()
  return (
    <button type="button" onClick={() => signedIn(onPlan('pro'))}>
      Sign in on Pro
    </button>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const consentPrompt = () => screen.queryByRole('region', { name: 'May Google show ads here?' })
const builtInAds = () => screen.queryAllByRole('heading', { name: /^(Lighter images|Filesmith Premium)/ })

function expectNoNetworkAds() {
  expect(adNetwork.slots()).toEqual([])
  expect(adNetwork.scripts()).toEqual([])
}

async function expectNetworkAds() {
  await waitFor(() => expect(pushed).toHaveBeenCalledTimes(2))
  expect(adNetwork.slots()).toHaveLength(2)
  expect(adNetwork.scripts()).toHaveLength(1)
  expect(screen.getAllByText('Advertisement')).toHaveLength(2)
  expect(builtInAds()).toEqual([])
}

test('WAIT-16 AdvertisingConsent: requests the ad configuration once on page load, on every plan', async () => {
  actAsUserOn('pro')
  await renderPage()
  expect(fetchStub.mock.calls.filter(([url]) => url === '/api/config/adsense')).toHaveLength(1)
  expectNoNetworkAds()
})

test.each([
  ['free-users', 'visitor'],
  ['free-users', 'free'],
  ['all', 'visitor'],
  ['all', 'free'],
  ['non-authenticated', 'visitor'],
])(
  'WAIT-11 WAIT-12 WAIT-15 AdvertisingConsent: in mode %s a %s who accepted gets network ads',
  async (mode, who) => {
    answers.set('/api/config/adsense', { publisherId, mode })
    if (who !== 'visitor') actAsUserOn(who)
    storeConsent('accepted')
    await renderPage()
    await expectNetworkAds()
    expect(consentPrompt()).toBeNull()
  },
)

test('WAIT-12 AdvertisingConsent: in mode non-authenticated a free account gets built-in ads without a consent prompt', async () => {
  answers.set('/api/config/adsense', { publisherId, mode: 'non-authenticated' })
  actAsUserOn('free')
  storeConsent('accepted')
  await renderPage()
  expectNoNetworkAds()
  expect(builtInAds()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Ad choices' })).toBeNull()
})

test.each([
  ['basic', 'free-users'],
  ['basic', 'all'],
  ['pro', 'all'],
  ['pro', 'non-authenticated'],
])(
  'WAIT-13 AdvertisingConsent: %s gets no ads and no consent prompt in mode %s, even after accepting',
  async (plan, mode) => {
    answers.set('/api/config/adsense', { publisherId, mode })
    actAsUserOn(plan)
    storeConsent('accepted')
    await renderPage()
    expectNoNetworkAds()
    expect(consentPrompt()).toBeNull()
    expect(screen.queryByText('Advertisement')).toBeNull()
  },
)

test('WAIT-14 WAIT-17 AdvertisingConsent: without a publisher id shows built-in ads, logs a warning, loads no script and does not ask', async () => {
  answers.set('/api/config/adsense', { mode: 'all' })
  storeConsent('accepted')
  await renderPage()
  expectNoNetworkAds()
  expect(builtInAds()).toHaveLength(2)
  expect(consentPrompt()).toBeNull()
  expect(warn.mock.calls).toEqual([[expect.stringContaining('publisher id')]])
})

test.each([
  ['breaks', undefined],
  ['answers nonsense', { mode: 'sometimes' }],
])('WAIT-17 AdvertisingConsent: logs a server that %s and shows the page', async (_what, answer) => {
  answers.set('/api/config/adsense', answer)
  storeConsent('accepted')
  await renderPage()
  expectNoNetworkAds()
  expect(builtInAds()).toHaveLength(2)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('AdvertisingConsent: loads no script while the plan is unknown', async () => {
  answers.delete('/api/capabilities')
  storeConsent('accepted')
  await renderPage()
  expectNoNetworkAds()
})

test('AdvertisingConsent: before a choice shows the prompt and built-in ads, and loads no script', async () => {
  await renderPage()
  const bar = consentPrompt()
  if (!bar) throw new Error('consent prompt not found')
  expectNoNetworkAds()
  expect(builtInAds()).toHaveLength(2)
  const buttons = within(bar).getAllByRole('button')
  expect(buttons.map(button => button.textContent)).toEqual(['Decline', 'Accept'])
  // Neither choice is emphasized.
  expect(new Set(buttons.map(button => button.className)).size).toBe(1)
  expect(within(bar).getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy')
  expect(screen.getByRole('status').textContent).toContain('question about ads')
})

test('WAIT-15 AdvertisingConsent: accepting loads the script, shows the ad slots and moves the focus to the content', async () => {
  await renderPage()
  press('Accept')
  await expectNetworkAds()
  expect(consentPrompt()).toBeNull()
  expect(document.activeElement?.id).toBe('content')
})

test('AdvertisingConsent: declining keeps built-in ads and loads nothing, also on the next visit', async () => {
  await renderPage()
  press('Decline')
  expect(consentPrompt()).toBeNull()
  cleanup()
  await renderPage()
  expect(consentPrompt()).toBeNull()
  expect(builtInAds()).toHaveLength(2)
  expectNoNetworkAds()
})

test('AdvertisingConsent: declining later in the footer removes the ad slots and pauses the script', async () => {
  storeConsent('accepted')
  await renderPage()
  await expectNetworkAds()
  const opener = screen.getByRole('button', { name: 'Ad choices' })
  opener.focus()
  fireEvent.click(opener)
  expect(document.activeElement).toBe(consentPrompt())
  expect(consentPrompt()?.textContent).toContain('You currently accept ads')
  press('Decline')
  expect(adNetwork.slots()).toEqual([])
  expect(adNetwork.isPaused()).toBe(true)
  expect(builtInAds()).toHaveLength(2)
  expect(document.activeElement).toBe(opener)
})

test('AdvertisingConsent: Escape keeps the previous choice', async () => {
  storeConsent('declined')
  await renderPage()
  press('Ad choices')
  const bar = consentPrompt()
  if (!bar) throw new Error('consent bar not found')
  fireEvent.keyDown(bar, { key: 'Escape' })
  expect(consentPrompt()).toBeNull()
  expectNoNetworkAds()
})

test('WAIT-13 AdvertisingConsent: signing in on a paid plan removes the ad slots immediately', async () => {
  storeConsent('accepted')
  await renderPage()
  await expectNetworkAds()
  // The request for the new plan is still pending.
  fetchStub.mockImplementation(() => new Promise(() => undefined))
  press('Sign in on Pro')
  await waitFor(() => expect(adNetwork.slots()).toEqual([]))
  expect(adNetwork.isPaused()).toBe(true)
})

test('AdvertisingConsent: no prompt and no ad slots on payment and password pages; they return afterwards', async () => {
  await renderPage('/checkout')
  expect(consentPrompt()).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'To the tools' }))
  press('Accept')
  await expectNetworkAds()
  fireEvent.click(screen.getByRole('link', { name: 'To the checkout' }))
  expect(adNetwork.slots()).toEqual([])
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'To the tools' })))
  await waitFor(() => expect(adNetwork.slots()).toHaveLength(2))
  expect(adNetwork.isPaused()).toBe(false)
  expect(adNetwork.scripts()).toHaveLength(1)
})
