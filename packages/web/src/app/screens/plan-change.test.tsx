import type { User } from '@filesmith/contract/schemas/account'
import type { Billing } from '@filesmith/contract/schemas/billing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { answers, capabilities, json, press, standInForServer, visit } from '../site.test-support.tsx'

standInForServer()
beforeAll(async () => void (await import('./profile-screen.tsx')), 60_000)

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const paidFor: NonNullable<Billing['subscription']> = {
  plan: 'pro',
  interval: 'month',
  price: 999,
  status: 'active',
  periodEnd: inDays(29),
  accessUntil: inDays(32),
  moneyBackUntil: inDays(13),
}

function beOn(plan: User['subscription'], subscription: Billing['subscription']) {
  const user: User = { ...mara, subscriptionPlan: plan?.plan ?? 'free', subscription: plan }
  answers.set('GET /api/auth/status', json({ authenticated: true, user }))
  answers.set(
    'GET /api/capabilities',
    capabilities({ plan: subscription?.status === 'active' ? 'pro' : 'free' }),
  )
  answers.set('GET /api/subscription', json({ provider: 'test', subscription, credit: 0, invoices: [] }))
}

async function planInMenu() {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Account menu of mara.holt' })
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.pointerDown(button(), { button: 0 })
  const menu = await screen.findByRole('menu')
  const plan = ['Free', 'Basic', 'Pro'].filter(word => within(menu).queryByText(word))
  fireEvent.keyDown(menu, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  return plan
}

test('SUB-08 FRAME-07 FRAME-12 the menu and the panels of the frame follow a change of plan', async () => {
  beOn({ plan: 'pro', expiryDate: paidFor.periodEnd, status: 'active' }, paidFor)
  visit('/profile?section=subscription')
  const giveBack = await screen.findByRole('button', { name: 'Get my money back' })
  expect(await planInMenu()).toEqual(['Pro'])
  expect(screen.queryByText('Advertisement')).toBeNull()
  answers.set('POST /api/subscription/refund', () => {
    const ended = { status: 'ended', periodEnd: inDays(0), accessUntil: inDays(0) } as const
    beOn({ plan: 'pro', expiryDate: ended.periodEnd, status: 'ended' }, { ...paidFor, ...ended })
    return Response.json({ plan: 'free' })
  })
  fireEvent.click(giveBack)
  await act(async () => press('Give it back'))
  expect(await screen.findByText('Expired')).toBeTruthy()
  expect(await screen.findAllByText('Advertisement')).toHaveLength(3)
  expect(await planInMenu()).toEqual(['Free'])
})
