import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { answers, callsTo, press, refuse, standInForServer } from '../profile.test-support.tsx'
import {
  basic,
  beOn,
  graceEnd,
  invoice,
  lately,
  localDate,
  pastDue,
  pay,
  periodEnd,
  planBlock,
  showSubscription,
} from './subscription.test-support.tsx'

standInForServer()

const dialog = () => screen.getByRole('dialog')
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
/** What has been asked for is over when the dialog has gone, or says why not. */
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

test.each([
  [basic, '$4.99 per month'],
  [{ ...basic, interval: 'year', price: 4790 } as const, '$47.90 per year'],
])('SUB-04 FMT-04 a running plan says when it renews and what it costs: %#', async (subscription, price) => {
  pay(subscription)
  const plan = await showSubscription()
  expect(plan.textContent).toContain(`Your Basic plan will renew on ${localDate(periodEnd)}.`)
  expect(within(plan).getByText(price)).toBeTruthy()
  expect(within(plan).getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/plans')
})

test('under a plan that was given stands what is paid beside it', async () => {
  beOn({ plan: 'pro', expiryDate: null, isGranted: true }, { subscription: basic })
  const plan = await showSubscription()
  expect(plan.textContent).toContain('Your Pro plan is free of charge and has no end date.')
  expect(
    within(plan).getByText('It is free of charge. You also pay for Basic: $4.99 per month.'),
  ).toBeTruthy()
})

test('credit is said, and test mode too', async () => {
  pay({}, { provider: 'test', credit: 320 })
  const plan = await showSubscription()
  expect(within(plan).getByText('You have $3.20 credit toward your next invoices.')).toBeTruthy()
  expect(within(plan).getByText('Test mode')).toBeTruthy()
})

test('with a real provider, and to whoever never paid, nothing is called test mode', async () => {
  pay()
  await showSubscription()
  expect(screen.queryByText('Test mode')).toBeNull()
  expect(screen.queryByText(/credit toward/)).toBeNull()
})

test.each([
  ['Free', { plan: 'free', expiryDate: null }],
  ['no plan', null],
  ['an expired plan', { plan: 'basic', expiryDate: lately, status: 'ended' as const }],
])('SUB-07 ALLOW-03 %s has nothing to manage, cancel or change', async (_what, subscription) => {
  const ended = subscription?.plan === 'basic'
  beOn(subscription, {
    provider: 'test',
    subscription: ended ? { ...basic, status: 'ended', periodEnd: lately, accessUntil: lately } : null,
  })
  await showSubscription()
  for (const name of ['Manage Billing', 'Cancel subscription', 'Resume subscription'])
    expect(button(name)).toBeNull()
  expect(screen.queryByText(/\$/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Upgrade your plan' })).toBeTruthy()
})

test.each([
  ['what the server names', 'https://billing.example/p/1', 'https://billing.example/p/1'],
  [
    'the page of test payments at the address one is signed in at',
    'http://elsewhere.example/test-billing',
    '/test-billing',
  ],
])('SUB-07 Manage Billing opens %s', async (_what, url, opened) => {
  pay()
  answers['POST /api/subscription/portal'] = () => Response.json({ url })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await showSubscription()
  await act(async () => press('Manage Billing'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(opened))
  expect(callsTo('POST', '/api/subscription/portal')).toHaveLength(1)
})

test('SUB-07 Manage Billing that cannot be opened says why', async () => {
  pay()
  answers['POST /api/subscription/portal'] = refuse(502, 'payment-provider-failed', 'Nobody answered.')
  await showSubscription()
  await act(async () => press('Manage Billing'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Could not open billing management',
      description: 'Nobody answered.',
      variant: 'destructive',
    }),
  )
  expect(button('Manage Billing')?.getAttribute('aria-disabled')).toBeNull()
})

test('SUB-07 ALLOW-03 a plan that nobody pays for says that there is nothing to manage, and offers no cancelling', async () => {
  beOn({ plan: 'pro', expiryDate: null }, { provider: 'stripe' })
  answers['POST /api/subscription/portal'] = refuse(409, 'nothing-to-manage', 'There is no billing.')
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

test('a cancelled plan can be resumed', async () => {
  pay({ status: 'cancelled' })
  await showSubscription()
  answers['POST /api/subscription/resume'] = () => {
    pay()
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

test('a plan that cannot be resumed says why', async () => {
  pay({ status: 'cancelled' })
  answers['POST /api/subscription/resume'] = refuse(409, 'nothing-to-resume', 'It was not cancelled.')
  await showSubscription()
  await act(async () => press('Resume subscription'))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Failed to resume subscription',
      description: 'It was not cancelled.',
      variant: 'destructive',
    }),
  )
})

test('a payment that failed is a warning with the date and what to do', async () => {
  pay(pastDue)
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

test('what changed on another device since is asked for and shown', async () => {
  pay()
  const told = answers['GET /api/auth/status']
  pay({ status: 'cancelled' })
  const since = answers['GET /api/auth/status']
  if (told && since)
    answers['GET /api/auth/status'] = (body, url) =>
      callsTo('GET', '/api/auth/status').length > 1 ? since(body, url) : told(body, url)
  await showSubscription()
  await waitFor(() => expect(planBlock().textContent).toContain('is canceled and ends on'))
  expect(callsTo('GET', '/api/auth/status')).toHaveLength(2)
})

test('a session that was ended elsewhere ends here too', async () => {
  pay()
  answers['POST /api/subscription/cancel'] = refuse(401, 'not-signed-in', 'Please sign in first.')
  await showSubscription()
  press('Cancel subscription')
  answers['GET /api/auth/status'] = () => Response.json({ authenticated: false, user: null })
  await confirm('Cancel subscription')
  expect(await screen.findByText('Signed out')).toBeTruthy()
})

test('invoices of before remain with whoever is on Free', async () => {
  beOn({ plan: 'free', expiryDate: null }, { provider: 'test', invoices: [invoice] })
  const plan = await showSubscription()
  expect(screen.getByText('FS-2026-0001')).toBeTruthy()
  expect(within(plan).getByText('Test mode')).toBeTruthy()
})
