import type { Usage } from '@filesmith/contract/schemas/usage'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, ago, answers, press, showSection, standInForServer, usage } from '../profile.test-support.tsx'

standInForServer()

const warning = () => screen.queryByText("You're almost out of conversions for this month")

async function showUsage(month: Partial<Usage['month']>, user = ada) {
  answers['GET /api/usage'] = () => Response.json({ ...usage, month: { ...usage.month, ...month } })
  showSection('usage', user)
  return screen.findByRole('region', { name: 'This month' })
}

test.each([
  [0, 300, 0],
  [132, 300, 44],
  [300, 300, 100],
  [310, 300, 100],
])('USE-01 AllowanceBlock: %d of %d used fills the bar to %d percent', async (used, total, percent) => {
  const block = await showUsage({ used, total, remaining: Math.max(0, total - used) })
  const bar = within(block).getByRole('progressbar', { name: 'Conversions used this month' })
  expect(bar.getAttribute('aria-valuenow')).toBe(String(percent))
  expect([bar.getAttribute('aria-valuemin'), bar.getAttribute('aria-valuemax')]).toEqual(['0', '100'])
  expect(within(block).getByText(`${used} of ${total} conversions used`)).toBeTruthy()
})

test.each([
  [269, false],
  [270, true],
  [300, true],
])('USE-02 AllowanceBlock: %d of 300 used shows the warning: %s', async (used, isThere) => {
  await showUsage({ used, total: 300, remaining: 300 - used })
  expect(warning() !== null).toBe(isThere)
})

const onPlan = (plan: string, expiryDate: string | null) => ({
  ...ada,
  subscriptionPlan: plan,
  subscription: { plan, expiryDate },
})
const soon = ago(-20 * 24 * 60 * 60)
const prompt = () => screen.queryByRole('link', { name: 'Upgrade to Pro' })

test.each([onPlan('free', null), onPlan('basic', soon), onPlan('pro', ago(60))])(
  'USE-03 UsageSection: shows the upgrade prompt without Pro ($subscription)',
  async user => {
    await showUsage({}, user)
    expect(prompt()?.getAttribute('href')).toBe('/plans')
  },
)

test('USE-03 USE-04 UsageSection: Pro shows no prompt, bar or warning, but that it is unlimited', async () => {
  const block = await showUsage({ used: 4000, total: null, remaining: null }, onPlan('pro', soon))
  expect(within(block).getByText('Unlimited')).toBeTruthy()
  expect(within(block).queryByRole('progressbar')).toBeNull()
  expect(warning()).toBeNull()
  expect(prompt()).toBeNull()
})

test('AllowanceBlock: shows what is left today and when the allowances reset', async () => {
  const block = await showUsage({})
  expect(within(block).getByText('7 left today')).toBeTruthy()
  expect(within(block).getByText('168 left this month')).toBeTruthy()
  expect([...block.querySelectorAll('time')].map(time => time.dateTime)).toEqual([
    '2026-12-01T00:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
  ])
})

test('UsageChart: has a table of the last 30 days for screen readers', async () => {
  await showUsage({})
  const rows = within(screen.getByRole('table', { name: 'Last 30 days' })).getAllByRole('row')
  expect(rows).toHaveLength(31)
  expect(rows.at(-1)?.textContent).toBe('Today3')
  expect(screen.getByRole('slider', { name: 'Day' }).getAttribute('aria-valuetext')).toBe(
    'Today: 3 conversions',
  )
})

test('UsageChart: has an empty state', async () => {
  answers['GET /api/usage'] = () =>
    Response.json({ ...usage, days: usage.days.map(({ date }) => ({ date, conversions: 0 })) })
  showSection('usage')
  expect(await screen.findByText('No conversions in the last 30 days.')).toBeTruthy()
})

test('UsageSection: a load failure can be retried, and the history is still shown', async () => {
  answers['GET /api/usage'] = () => new Response('', { status: 500 })
  showSection('usage')
  expect(await screen.findByText('Could not load your usage')).toBeTruthy()
  expect(await screen.findByText('No conversions yet')).toBeTruthy()
  answers['GET /api/usage'] = () => Response.json(usage)
  press('Try again')
  fireEvent.focus(await screen.findByRole('slider', { name: 'Day' }))
})
