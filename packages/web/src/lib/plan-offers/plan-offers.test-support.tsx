/** Test helpers of the plan pages: fake server and signed-in user. */
import { defaultPrices, describeOffers } from '@filesmith/contract/plan-offers'
import type { Billing, PlanOffer } from '@filesmith/contract/schemas/billing'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { mara } from '../account.fixture.ts'
import { createQueryClient } from '../query-client.ts'
import { toasts } from '../toast-store.ts'

export const offers: readonly PlanOffer[] = describeOffers({
  prices: defaultPrices,
  perDay: { free: 10, basic: 50, pro: null },
})

type Answer = () => Response | Promise<Response>

/** Fake responses by path. */
export const answers = new Map<string, Answer>()
export const fetchStub = vi.fn<typeof fetch>()
export const goTo = vi.fn<(url: string) => void>()

export function standInForServer() {
  beforeEach(() => {
    answers.clear()
    answers.set('/api/subscription-plans', () => Response.json(offers))
    answers.set('/api/auth/status', () => Response.json({ authenticated: false, user: null }))
    fetchStub.mockReset()
    fetchStub.mockImplementation(async url => {
      const answer = answers.get(String(url))
      return answer ? answer() : Response.json({ code: 'not-found', message: 'Nothing.' }, { status: 404 })
    })
    vi.stubGlobal('fetch', fetchStub)
    goTo.mockReset()
    vi.spyOn(window.location, 'assign').mockImplementation(url => goTo(String(url)))
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function signInOn(plan: string | null, expiryDate: string | null = null) {
  const subscription = plan === null ? null : { plan, expiryDate }
  const user = { ...mara, subscriptionPlan: plan ?? 'free', subscription }
  answers.set('/api/auth/status', () => Response.json({ authenticated: true, user }))
}

/** Null for a plan granted without payment. */
export function paysFor(subscription: Partial<NonNullable<Billing['subscription']>> | null) {
  const billing: Billing = {
    provider: 'test',
    subscription: subscription && {
      plan: 'basic',
      interval: 'month',
      price: 499,
      status: 'active',
      periodEnd: '2099-01-01T00:00:00.000Z',
      accessUntil: '2099-01-01T00:00:00.000Z',
      moneyBackUntil: null,
      ...subscription,
    },
    credit: 0,
    invoices: [],
  }
  answers.set('/api/subscription', () => Response.json(billing))
}

export function show(page: ReactNode, path: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        {page}
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

export const address = () => screen.getByLabelText('Address').textContent

// Queries by text: queries by role are slow on these pages.
export async function findCard(name: string): Promise<HTMLElement> {
  const card = (await screen.findByText(name, { selector: 'article h2' })).closest('article')
  if (!card) throw new Error(`card "${name}" not found`)
  return card
}
export const findButton = (name: string) => screen.findByText(name, { selector: 'button' })
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
