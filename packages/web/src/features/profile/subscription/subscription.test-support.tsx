/** Test support: renders the subscription section with stubbed account and billing responses. */
import type { User } from '@filesmith/contract/schemas/account'
import type { Billing, Invoice } from '@filesmith/contract/schemas/billing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { createQueryClient } from '../../../lib/query-client.ts'
import { useAccount } from '../../../lib/use-account.ts'
import { ada, ago, answers } from '../profile.test-support.tsx'
import { SubscriptionSection } from './subscription-section.tsx'

const daySeconds = 24 * 60 * 60
export const periodEnd = ago(-20 * daySeconds)
export const graceEnd = ago(-5 * daySeconds)
export const moneyBackUntil = ago(-4 * daySeconds)
export const yesterday = ago(daySeconds)

type Subscription = NonNullable<Billing['subscription']>

export const basic: Subscription = {
  plan: 'basic',
  interval: 'month',
  price: 499,
  status: 'active',
  periodEnd,
  accessUntil: periodEnd,
  moneyBackUntil: null,
}

export const invoice: Invoice = {
  id: 'i1',
  number: 'FS-2026-0001',
  plan: 'basic',
  interval: 'month',
  amount: 499,
  refunded: 0,
  status: 'paid',
  paidAt: ago(10 * daySeconds),
  periodStart: ago(10 * daySeconds),
  periodEnd,
  pdfUrl: '/api/invoices/i1/pdf',
}

/** Stubs the responses of account and billing. */
export function stubBilling(user: User['subscription'], billing: Partial<Billing> = {}) {
  const reply: Billing = { provider: 'stripe', subscription: null, credit: 0, invoices: [], ...billing }
  const account: User = { ...ada, subscriptionPlan: user?.plan ?? 'free', subscription: user }
  answers['GET /api/auth/status'] = () => Response.json({ authenticated: true, user: account })
  answers['GET /api/subscription'] = () => Response.json(reply)
}

/** Stubs a paid plan, consistent in both responses. */
export function stubPaidPlan(change: Partial<Subscription> = {}, billing: Partial<Billing> = {}) {
  const subscription = { ...basic, ...change }
  const { plan, status, accessUntil } = subscription
  const isGrace = status === 'past-due'
  stubBilling(
    { plan, expiryDate: isGrace ? accessUntil : subscription.periodEnd, status },
    { subscription, ...billing },
  )
}

function SignedInSection() {
  const { user } = useAccount()
  return user ? <SubscriptionSection user={user} /> : <p>Signed out</p>
}

/** Renders the section; resolves with the plan block when everything is loaded. */
export async function showSubscription(): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SignedInSection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Invoices' })
  return planBlock()
}

export const planBlock = () => screen.getByRole('region', { name: 'Your plan' })

export const localDate = (iso: string, dateStyle: 'long' | 'medium' = 'long') =>
  new Intl.DateTimeFormat(undefined, { dateStyle }).format(new Date(iso))

/** The last payment failed; the plan is in its grace period. */
export const pastDue = { status: 'past-due', periodEnd: yesterday, accessUntil: graceEnd } as const
