/** Test helpers of the checkout: a signed-in user, a fake server, and navigation to the form. */
import type { PaymentIntentReply, PlanOffer, Quote } from '@filesmith/contract/schemas/billing'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccount } from '../../lib/use-account.ts'
import { CheckoutScreen } from './checkout-screen.tsx'

export const basicMonthly: Quote = {
  plan: 'basic',
  interval: 'month',
  price: 499,
  credit: 0,
  balance: 0,
  due: 499,
  creditLeft: 0,
  kind: 'new',
}

export const clientSecret = 'pi_test_7_secret_k3'

export function setup(change: Partial<PaymentIntentReply> = {}): PaymentIntentReply {
  return { clientSecret, provider: { kind: 'test' }, quote: basicMonthly, ...change }
}

const offer = {
  description: '',
  conversionsPerDay: 10,
  interval: 'month',
  isPro: false,
  isPopular: false,
} as const
const offers: readonly PlanOffer[] = [
  { ...offer, id: 1, name: 'Free', price: 0, features: ['10 conversions per day'] },
  { ...offer, id: 2, name: 'Basic', price: 499, features: ['50 conversions per day', 'No ads'] },
  { ...offer, id: 3, name: 'Pro', price: 999, features: ['Unlimited conversions', 'API access'] },
]

type Answer = () => Response | Promise<Response>

/** Fake responses by method and path. */
export const answers = new Map<string, Answer>()
const fetchStub = vi.fn<typeof fetch>()

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status })
export const refusal = (status: number, code: string, message: string): Answer =>
  json({ code, message }, status)
export const withoutMessage =
  (status: number): Answer =>
  () =>
    new Response('', { status })
export const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** Puts the signed-in user on a plan. */
export function putOnPlan(plan: 'basic' | 'pro') {
  const subscription = { plan, expiryDate: '2126-12-15T00:00:00.000Z', status: 'active' } as const
  const user = { ...mara, subscriptionPlan: plan, subscription }
  answers.set('GET /api/auth/status', json({ authenticated: true, user }))
}

/** Accepts test payments and activates Basic. */
export function sellBasic() {
  answers.set('POST /api/test-payments/confirm', json({ paymentIntentId: 'pi_test_7', status: 'succeeded' }))
  answers.set('POST /api/subscription/update', () => {
    putOnPlan('basic')
    return Response.json({ plan: 'basic' })
  })
}

/** Signs in a user on Free, with a fake server that sells Basic. */
export function standInForShop() {
  beforeAll(async () => {
    // Loaded on demand in the app; preloaded here.
    await import('../../features/checkout/test-mode/test-payment-form.tsx')
  }, 60_000)
  beforeEach(() => {
    answers.clear()
    answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
    answers.set('GET /api/subscription-plans', json(offers))
    answers.set('POST /api/create-payment-intent', json(setup()))
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const answer = answers.get(`${init?.method} ${url}`)
      return answer ? answer() : Response.json({ code: 'not-found', message: 'Nothing.' }, { status: 404 })
    })
    vi.stubGlobal('fetch', fetchStub)
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Request bodies sent to a path. */
export const sentTo = (path: string) =>
  fetchStub.mock.calls
    .filter(([url, init]) => url === path && init?.method === 'POST')
    .map(([, init]): unknown => JSON.parse(String(init?.body)))

/** `earlier` are the previous history entries, oldest first. */
export function visit(path: string, ...earlier: readonly string[]) {
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[...earlier, path]} useTransitions={false}>
          <Routes>
            <Route path="/checkout" element={<CheckoutScreen />} />
            <Route path="*" element={null} />
          </Routes>
          <TestNavigation />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Shows the current URL and plan, and navigation buttons. */
function TestNavigation() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { user } = useAccount()
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <output data-testid="plan">{user?.subscriptionPlan}</output>
      <button type="button" onClick={() => void navigate('/tools')}>
        Elsewhere
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

export const address = () => screen.getByTestId('address').textContent
export const plan = () => screen.getByTestId('plan').textContent
export const soldPath = '/profile?section=subscription'
export const orderPath = '/checkout?planId=2&amount=4.99'

export const press = (name: string) => fireEvent.click(screen.getByText(name))
export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const findHeading = (text: string) => screen.findByRole('heading', { level: 1, name: text })

export async function openCheckout(path = orderPath) {
  visit(path)
  await findHeading('Complete Your Purchase')
}

export async function openTestForm() {
  visit(orderPath)
  await screen.findByLabelText('Card number')
}

/** Fills in a card that is valid until 12/99. */
export function typeCard(number: string) {
  fill('Card number', number)
  fill('Expiry date', '12/99')
  fill('Security code', '123')
  fill('Name on card', 'Mara Holt')
}

export async function payBy(number: string) {
  await openTestForm()
  typeCard(number)
  press('Pay $4.99')
}
