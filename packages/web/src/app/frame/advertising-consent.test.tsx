import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { adNetwork, pushed, standInForAdNetwork } from '../../lib/advertising/ad-network.test-support.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { AdvertisingConsent } from './advertising-consent.tsx'
import { LeftSidebar, RightSidebar } from './sidebars.tsx'
import { SiteFooter } from './site-footer.tsx'

const publisherId = 'ca-pub-1234567890123456'
const answers = new Map<string, unknown>()
const fetchStub = vi.fn<typeof fetch>()
const warn = vi.fn()

beforeAll(() => import('../../lib/advertising/network-ad.tsx'), 30_000)
standInForAdNetwork()
beforeEach(() => {
  localStorage.clear()
  answers.clear()
  beVisitor()
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

function beVisitor() {
  answers.set('/api/auth/status', { authenticated: false, user: null })
  answers.set('/api/capabilities', { operations: {}, plan: 'free', signInWith: [] })
}

const onPlan = (plan: string) => ({
  ...mara,
  subscriptionPlan: plan,
  subscription: { plan, expiryDate: null },
})

function beOn(plan: string) {
  answers.set('/api/auth/status', { authenticated: true, user: onPlan(plan) })
  answers.set('/api/capabilities', { operations: {}, plan, signInWith: [] })
}

const remember = (choice: string) =>
  localStorage.setItem('filesmith.ad-consent', `${choice} ${new Date().toISOString()}`)

let queryClient: QueryClient

async function show(path = '/') {
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
const question = () => screen.queryByRole('region', { name: 'May Google show ads here?' })
const ownPanels = () => screen.queryAllByRole('heading', { name: /^(Lighter pictures|Filesmith Premium)/ })

function expectNothingForeign() {
  expect(adNetwork.slots()).toEqual([])
  expect(adNetwork.scripts()).toEqual([])
}

async function expectSlots() {
  await waitFor(() => expect(pushed).toHaveBeenCalledTimes(2))
  expect(adNetwork.slots()).toHaveLength(2)
  expect(adNetwork.scripts()).toHaveLength(1)
  expect(screen.getAllByText('Advertisement')).toHaveLength(2)
  expect(ownPanels()).toEqual([])
}

test('WAIT-16 the page asks for the ad configuration at its start, whoever looks at it', async () => {
  beOn('pro')
  await show()
  expect(fetchStub.mock.calls.filter(([url]) => url === '/api/config/adsense')).toHaveLength(1)
  expectNothingForeign()
})

test.each([
  ['free-users', 'visitor'],
  ['free-users', 'free'],
  ['all', 'visitor'],
  ['all', 'free'],
  ['non-authenticated', 'visitor'],
])('WAIT-11 WAIT-12 WAIT-15 in mode %s a %s who accepted sees the real slots', async (mode, who) => {
  answers.set('/api/config/adsense', { publisherId, mode })
  if (who !== 'visitor') beOn(who)
  remember('accepted')
  await show()
  await expectSlots()
  expect(question()).toBeNull()
})

test('WAIT-12 in mode non-authenticated a free account is asked nothing and keeps our own panels', async () => {
  answers.set('/api/config/adsense', { publisherId, mode: 'non-authenticated' })
  beOn('free')
  remember('accepted')
  await show()
  expectNothingForeign()
  expect(ownPanels()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Ad choices' })).toBeNull()
})

test.each([
  ['basic', 'free-users'],
  ['basic', 'all'],
  ['pro', 'all'],
  ['pro', 'non-authenticated'],
])(
  'WAIT-13 %s sees neither advertisements nor the question in mode %s, even having accepted',
  async (plan, mode) => {
    answers.set('/api/config/adsense', { publisherId, mode })
    beOn(plan)
    remember('accepted')
    await show()
    expectNothingForeign()
    expect(question()).toBeNull()
    expect(screen.queryByText('Advertisement')).toBeNull()
  },
)

test('WAIT-14 WAIT-17 without a publisher id: our own panels, a warning, no question, no script', async () => {
  answers.set('/api/config/adsense', { mode: 'all' })
  remember('accepted')
  await show()
  expectNothingForeign()
  expect(ownPanels()).toHaveLength(2)
  expect(question()).toBeNull()
  expect(warn.mock.calls).toEqual([[expect.stringContaining('publisher id')]])
})

test.each([
  ['breaks', undefined],
  ['answers nonsense', { mode: 'sometimes' }],
])('WAIT-17 a server that %s is only logged, and the page is there', async (_what, answer) => {
  answers.set('/api/config/adsense', answer)
  remember('accepted')
  await show()
  expectNothingForeign()
  expect(ownPanels()).toHaveLength(2)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('nobody gets a script while the server cannot say on which plan they are', async () => {
  answers.delete('/api/capabilities')
  remember('accepted')
  await show()
  expectNothingForeign()
})

test('before any choice there is the question, our own panels, and no script', async () => {
  await show()
  const bar = question()
  if (!bar) throw new Error('nobody is asked')
  expectNothingForeign()
  expect(ownPanels()).toHaveLength(2)
  const buttons = within(bar).getAllByRole('button')
  expect(buttons.map(button => button.textContent)).toEqual(['Decline', 'Accept'])
  // Neither of them stands out.
  expect(new Set(buttons.map(button => button.className)).size).toBe(1)
  expect(within(bar).getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy')
  expect(screen.getByRole('status').textContent).toContain('question about advertising')
})

test('WAIT-15 accepting loads the script and brings the slots; the focus goes on to the content', async () => {
  await show()
  press('Accept')
  await expectSlots()
  expect(question()).toBeNull()
  expect(document.activeElement?.id).toBe('content')
})

test('declining keeps our own panels and loads nothing, now and next time', async () => {
  await show()
  press('Decline')
  expect(question()).toBeNull()
  cleanup()
  await show()
  expect(question()).toBeNull()
  expect(ownPanels()).toHaveLength(2)
  expectNothingForeign()
})

test('a choice can be changed in the footer: slots go at once, and nothing more is asked for', async () => {
  remember('accepted')
  await show()
  await expectSlots()
  const opener = screen.getByRole('button', { name: 'Ad choices' })
  opener.focus()
  fireEvent.click(opener)
  expect(document.activeElement).toBe(question())
  expect(question()?.textContent).toContain('So far you accept ads')
  press('Decline')
  expect(adNetwork.slots()).toEqual([])
  expect(adNetwork.isPaused()).toBe(true)
  expect(ownPanels()).toHaveLength(2)
  expect(document.activeElement).toBe(opener)
})

test('Escape leaves a choice as it was', async () => {
  remember('declined')
  await show()
  press('Ad choices')
  const bar = question()
  if (!bar) throw new Error('the bar did not open')
  fireEvent.keyDown(bar, { key: 'Escape' })
  expect(question()).toBeNull()
  expectNothingForeign()
})

test('WAIT-13 signing in on a paid plan removes the slots at once', async () => {
  remember('accepted')
  await show()
  await expectSlots()
  // The server has not told the new plan yet.
  fetchStub.mockImplementation(() => new Promise(() => undefined))
  press('Sign in on Pro')
  await waitFor(() => expect(adNetwork.slots()).toEqual([]))
  expect(adNetwork.isPaused()).toBe(true)
})

test('where one pays or types passwords, there is neither the question nor a slot; afterwards they come back', async () => {
  await show('/checkout')
  expect(question()).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'To the tools' }))
  press('Accept')
  await expectSlots()
  fireEvent.click(screen.getByRole('link', { name: 'To the checkout' }))
  expect(adNetwork.slots()).toEqual([])
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'To the tools' })))
  await waitFor(() => expect(adNetwork.slots()).toHaveLength(2))
  expect(adNetwork.isPaused()).toBe(false)
  expect(adNetwork.scripts()).toHaveLength(1)
})
