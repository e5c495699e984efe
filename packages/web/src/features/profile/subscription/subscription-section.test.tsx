import type { User } from '@filesmith/contract/schemas/account'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, ago, answers, showSection, standInForServer, usage } from '../profile.test-support.tsx'

standInForServer()

const daySeconds = 24 * 60 * 60
const soon = ago(-20 * daySeconds)
const twoDaysAgo = ago(2 * daySeconds)

function showPlan(subscription: User['subscription']) {
  showSection('subscription', { ...ada, subscriptionPlan: subscription?.plan ?? 'free', subscription })
  return screen.getByRole('region', { name: 'Your plan' })
}

const dateOf = (element: HTMLElement) => element.querySelector('time')
const localDate = (iso: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(iso))

test.each([
  [null, 'None'],
  [{ plan: 'basic', expiryDate: twoDaysAgo }, 'Expired'],
  [{ plan: 'pro', expiryDate: twoDaysAgo }, 'Expired'],
  [{ plan: 'free', expiryDate: null }, 'Free'],
  [{ plan: 'basic', expiryDate: soon }, 'Basic'],
  [{ plan: 'pro', expiryDate: soon }, 'Pro'],
  [{ plan: 'enterprise', expiryDate: soon }, 'Active'],
])('SUB-01 SUB-02 SUB-03 PlanBadges: the badge of %j is %s', (subscription, badge) => {
  const plan = showPlan(subscription)
  const words = ['None', 'Expired', 'Free', 'Basic', 'Pro', 'Active']
  expect(words.filter(word => within(plan).queryByText(word))).toEqual([badge])
})

test('SUB-04 PlanSentence: an active paid plan shows its renewal date', () => {
  const plan = showPlan({ plan: 'basic', expiryDate: soon })
  expect(plan.textContent).toContain(`renew on ${localDate(soon)}`)
  expect(dateOf(plan)?.dateTime).toBe(soon)
})

test('PlanSentence: a granted plan shows that it was granted, and no renewal', () => {
  const plan = showPlan({ plan: 'pro', expiryDate: soon, isGranted: true })
  expect(plan.textContent).toContain(`Your Pro plan is free of charge until ${localDate(soon)}.`)
  expect(plan.textContent).not.toContain('renew')
})

test('PlanSentence: a granted plan without an end date says so', () => {
  const plan = showPlan({ plan: 'basic', expiryDate: null, isGranted: true })
  expect(plan.textContent).toContain('Your Basic plan is free of charge and has no end date.')
})

test('SUB-05 PlanSentence: an expired plan shows when it expired and which plan applies now', () => {
  const plan = showPlan({ plan: 'pro', expiryDate: twoDaysAgo })
  expect(plan.textContent).toContain(`expired on ${localDate(twoDaysAgo)}`)
  expect(dateOf(plan)?.dateTime).toBe(twoDaysAgo)
  expect(plan.textContent).toContain('Until you renew, you are on the Free plan.')
  expect(within(plan).getByText('24 hours')).toBeTruthy()
})

test('SUB-06 PlanSentence: the free plan has no date', () => {
  const plan = showPlan({ plan: 'free', expiryDate: null })
  expect(within(plan).getByText('Free plan')).toBeTruthy()
  expect(dateOf(plan)).toBeNull()
})

const contents = (plan: HTMLElement) =>
  within(plan)
    .getAllByRole('definition')
    .map(value => value.textContent)

test('ALLOW-04 ALLOW-05 ALLOW-15 ALLOW-19 ALLOW-20 ALLOW-21 PlanContents: limits of Free and Pro', async () => {
  const free = showPlan({ plan: 'free', expiryDate: null })
  expect(contents(free)).toEqual(['10', '300', 'Depends on the tool', '1', '24 hours', '5, up to 10 MB each'])
})

test('ALLOW-04 ALLOW-05 ALLOW-15 ALLOW-18 ALLOW-20 ALLOW-21 PlanContents: limits of Basic', async () => {
  answers['GET /api/usage'] = () => new Promise(() => undefined)
  const basic = showPlan({ plan: 'basic', expiryDate: soon })
  expect(contents(basic)).toEqual([
    '50',
    '1500',
    'At least 250 MB in every tool',
    '3',
    '7 days',
    '5, up to 250 MB each',
  ])
})

test('ALLOW-04 ALLOW-15 ALLOW-19 ALLOW-20 ALLOW-21 PlanContents: limits of Pro', async () => {
  answers['GET /api/usage'] = () => new Promise(() => undefined)
  const pro = showPlan({ plan: 'pro', expiryDate: soon })
  expect(contents(pro)).toEqual([
    'Unlimited',
    'Unlimited',
    'At least 2 GB in every tool',
    '10',
    '30 days',
    'Any number, up to 2 GB each',
  ])
})

test('ALLOW-12 PlanContents: shows the limits of the server where they differ from the plan', async () => {
  const { today, month } = usage
  answers['GET /api/usage'] = () =>
    Response.json({ ...usage, today: { ...today, total: 25 }, month: { ...month, total: 750 } })
  const plan = showPlan({ plan: 'free', expiryDate: null })
  await waitFor(() => expect(contents(plan).slice(0, 2)).toEqual(['25', '750']))
})

const upgrade = () => screen.queryByRole('link', { name: 'Upgrade your plan' })
const ad = () => screen.queryByRole('link', { name: 'Upgrade' })

test.each([null, { plan: 'free', expiryDate: null }, { plan: 'basic', expiryDate: twoDaysAgo }])(
  'SUB-11 SUB-12 SUB-13 SubscriptionSection: %j shows an upgrade prompt to /plans and an ad box to /premium/plans',
  subscription => {
    showPlan(subscription)
    expect(upgrade()?.getAttribute('href')).toBe('/plans')
    expect(screen.getByText('Advertisement')).toBeTruthy()
    expect(ad()?.getAttribute('href')).toBe('/premium/plans')
  },
)

test.each(['basic', 'pro'])(
  'SUB-11 SUB-12 SUB-13 SubscriptionSection: %s shows neither, but a link to /plans',
  plan => {
    showPlan({ plan, expiryDate: soon })
    expect(upgrade()).toBeNull()
    expect(ad()).toBeNull()
    expect(screen.queryByText('Advertisement')).toBeNull()
    expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/plans')
  },
)
