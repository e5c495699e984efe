import type { User } from '@filesmith/contract/schemas/account'
import type { Billing } from '@filesmith/contract/schemas/billing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { AccountSummary } from '../frame/account-summary.tsx'
import { RightSidebar } from '../frame/page-frame.tsx'
import { answers, capabilities, json, press, standInForServer } from '../site.test-support.tsx'
import { ProfileScreen } from './profile-screen.tsx'

standInForServer()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const paidSubscription: NonNullable<Billing['subscription']> = {
  plan: 'pro',
  interval: 'month',
  price: 999,
  status: 'active',
  periodEnd: inDays(29),
  accessUntil: inDays(32),
  moneyBackUntil: inDays(13),
}

/** Sets all fake responses that depend on the subscription. */
function setSubscription(subscription: typeof paidSubscription) {
  const { plan, periodEnd: expiryDate, status } = subscription
  const user: User = { ...mara, subscriptionPlan: plan, subscription: { plan, expiryDate, status } }
  answers.set('GET /api/auth/status', json({ authenticated: true, user }))
  answers.set('GET /api/capabilities', capabilities({ plan: status === 'ended' ? 'free' : plan }))
  answers.set('GET /api/subscription', json({ provider: 'test', subscription, credit: 0, invoices: [] }))
}

test('FRAME-07 FRAME-12 ProfileScreen: account menu and sidebars update after a plan change', async () => {
  setSubscription(paidSubscription)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/profile?section=subscription']}>
        <div data-testid="menu">
          <AccountSummary username={mara.username} email={mara.email} />
        </div>
        <RightSidebar className="" />
        <ProfileScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const menu = screen.getByTestId('menu')
  const panel = screen.getByLabelText('Right sidebar')
  expect(await within(menu).findByText('Pro')).toBeTruthy()
  expect(within(panel).queryByText('Advertisement')).toBeNull()
  fireEvent.click(await screen.findByText('Request refund'))
  answers.set('POST /api/subscription/refund', () => {
    setSubscription({ ...paidSubscription, status: 'ended', periodEnd: inDays(0), accessUntil: inDays(0) })
    return Response.json({ plan: 'free' })
  })
  await act(async () => press('Request refund'))
  expect(await within(menu).findByText('Free')).toBeTruthy()
  expect(await within(panel).findByText('Advertisement')).toBeTruthy()
  expect(screen.getByText('Expired')).toBeTruthy()
})
