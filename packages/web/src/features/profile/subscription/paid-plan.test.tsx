import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { answers, callsTo, press, refuse, standInForServer } from '../profile.test-support.tsx'
import {
  basic,
  graceEnd,
  invoice,
  localDate,
  pastDue,
  periodEnd,
  planBlock,
  showSubscription,
  stubBilling,
  stubPaidPlan,
  yesterday,
} from './subscription.test-support.tsx'

standInForServer()

const dialog = () => screen.getByRole('dialog')
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
/** Presses a button of the dialog and waits for the outcome. */
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

test.each([
  [basic, '$4.99 per month'],
  [{ ...basic, interval: 'year', price: 4790 } as const, '$47.90 per year'],
])(
  'SUB-04 FMT-04 PlanBlock: an active plan shows renewal date and price: %#',
  async (subscription, price) => {
    stubPaidPlan(subscription)
    const plan = await showSubscription()
    expect(plan.textContent).toContain(`Your Basic plan will renew on ${localDate(periodEnd)}.`)
    expect(within(plan).getByText(price)).toBeTruthy()
    expect(within(plan).getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/plans')
  },
)

test('PlanBlock: a granted plan also shows the subscription that is still charged', async () => {
  stubBilling({ plan: 'pro', expiryDate: null, isGranted: true }, { subscription: basic })
  const plan = await showSubscription()
  expect(plan.textContent).toContain('Your Pro plan is free of charge and has no end date.')
  expect(
    within(plan).getByText('It is free of charge. You also pay for Basic: $4.99 per month.'),
  ).toBeTruthy()
})

test('PlanBlock: shows credit and test mode', async () => {
  stubPaidPlan({}, { provider: 'test', credit: 320 })
  const plan = await showSubscription()
  expect(within(plan).getByText('You have $3.20 credit toward your next invoices.')).toBeTruthy()
  expect(within(plan).getByText('Test mode')).toBeTruthy()
})

test('PlanBlock: does not show test mode with a real provider', async () => {
  stubPaidPlan()
  await showSubscription()
  expect(screen.queryByText('Test mode')).toBeNull()
  expect(screen.queryByText(/credit toward/)).toBeNull()
})

test.each([
  ['Free', { plan: 'free', expiryDate: null }],
  ['no plan', null],
  ['an expired plan', { plan: 'basic', expiryDate: yesterday, status: 'ended' as const }],
])('SUB-07 ALLOW-03 PlanBlock: %s has no manage, cancel or resume button', async (_what, subscription) => {
  const ended = subscription?.plan === 'basic'
  stubBilling(subscription, {
    provider: 'test',
    subscription: ended ? { ...basic, status: 'ended', periodEnd: yesterday, accessUntil: yesterday } : null,
  })
  await showSubscription()
  for (const name of ['Manage Billing', 'Cancel subscription', 'Resume subscription'])
    expect(button(name)).toBeNull()
  expect(screen.queryByText(/\$/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Upgrade your plan' })).toBeTruthy()
})

test.each([
  ['the URL of the server', 'https://billing.example/p/1', 'https://billing.example/p/1'],
  ['the test billing page on the current origin', 'http://elsewhere.example/test-billing', '/test-billing'],
])('SUB-07 ManageBillingButton: opens %s', async (_what, url, opened) => {
  stubPaidPlan()
  answers['POST /api/subscription/portal'] = () => Response.json({ url })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await showSubscription()
  await act(async () => press('Manage Billing'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(opened))
  expect(callsTo('POST', '/api/subscription/portal')).toHaveLength(1)
})

test('SUB-07 ManageBillingButton: shows why the portal cannot be opened', async () => {
  stubPaidPlan()
  answers['POST /api/subscription/portal'] = refuse(502, 'payment-provider-failed', 'No response.')
  await showSubscription()
  await act(async () => press('Manage Billing'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Could not open billing management',
      description: 'No response.',
      variant: 'destructive',
    }),
  )
  expect(button('Manage Billing')?.getAttribute('aria-disabled')).toBeNull()
})

test('SUB-07 ALLOW-03 PlanBlock: a plan without payment has nothing to manage or cancel', async () => {
  stubBilling({ plan: 'pro', expiryDate: null }, { provider: 'stripe' })
  answers['POST /api/subscription/portal'] = refuse(409, 'nothing-to-manage', 'No billing account.')
  const plan = await showSubscription()
  expect(plan.textContent).toContain('This plan is free of charge. There is nothing to pay or cancel.')
  expect(button('Cancel subscription')).toBeNull()
  await act(async () => press('Manage Billing'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Nothing to manage',
      description: 'Your plan is free of charge, so there is no card or payment to manage.',
      variant: 'default',
    }),
  )
})

test('RenewalButton: resumes a canceled plan', async () => {
  stubPaidPlan({ status: 'cancelled' })
  await showSubscription()
  answers['POST /api/subscription/resume'] = () => {
    stubPaidPlan()
    return Response.json({ plan: 'basic' })
  }
  await act(async () => press('Resume subscription'))
  await waitFor(() => expect(button('Cancel subscription')).toBeTruthy())
  expect(toasts.current()).toMatchObject({
    title: 'Subscription resumed',
    description: 'Your plan continues as before.',
  })
  expect(planBlock().textContent).toContain('will renew on')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('will renew on'))
})

test('RenewalButton: shows why a plan cannot be resumed', async () => {
  stubPaidPlan({ status: 'cancelled' })
  answers['POST /api/subscription/resume'] = refuse(409, 'nothing-to-resume', 'It was not canceled.')
  await showSubscription()
  await act(async () => press('Resume subscription'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Failed to resume subscription',
      description: 'It was not canceled.',
      variant: 'destructive',
    }),
  )
})

test('PlanBlock: a failed payment shows a warning with the deadline', async () => {
  stubPaidPlan(pastDue)
  const plan = await showSubscription()
  expect(plan.textContent).toContain('The last payment for your Basic plan failed.')
  expect(plan.textContent).toContain(
    `Please check your card under Manage Billing by ${localDate(graceEnd)}. Until then nothing changes; after that you move to the Free plan.`,
  )
  expect(plan.textContent).not.toContain('renew on')
  expect(within(plan).getByText('Payment due')).toBeTruthy()
  expect(within(plan).getByText('Basic')).toBeTruthy()
  expect(within(plan).getByText('$4.99 per month')).toBeTruthy()
  expect(button('Manage Billing')).toBeTruthy()
})

test('useBilling: refreshes the account when another device has changed the subscription', async () => {
  stubPaidPlan()
  const before = answers['GET /api/auth/status']
  stubPaidPlan({ status: 'cancelled' })
  const after = answers['GET /api/auth/status']
  if (before && after)
    answers['GET /api/auth/status'] = (body, url) =>
      callsTo('GET', '/api/auth/status').length > 1 ? after(body, url) : before(body, url)
  await showSubscription()
  await waitFor(() => expect(planBlock().textContent).toContain('is canceled and ends on'))
  expect(callsTo('GET', '/api/auth/status')).toHaveLength(2)
})

test('useBillingChange: signs out when the session was ended elsewhere', async () => {
  stubPaidPlan()
  answers['POST /api/subscription/cancel'] = refuse(401, 'not-signed-in', 'Please sign in first.')
  await showSubscription()
  press('Cancel subscription')
  answers['GET /api/auth/status'] = () => Response.json({ authenticated: false, user: null })
  await confirm('Cancel subscription')
  expect(await screen.findByText('Signed out')).toBeTruthy()
})

test('BillingBlocks: an account on Free keeps its earlier invoices', async () => {
  stubBilling({ plan: 'free', expiryDate: null }, { provider: 'test', invoices: [invoice] })
  const plan = await showSubscription()
  expect(screen.getByText('FS-2026-0001')).toBeTruthy()
  expect(within(plan).getByText('Test mode')).toBeTruthy()
})
