import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answers,
  findCard,
  goTo,
  offers,
  press,
  show,
  signInOn,
  standInForServer,
} from '../../lib/plan-offers/plan-offers.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { Pricing } from './pricing.tsx'

standInForServer()

const later = '2099-01-01T00:00:00.000Z'

async function visit() {
  show(<Pricing />, '/pricing')
  return { free: await findCard('Free'), basic: await findCard('Basic'), pro: await findCard('Pro') }
}

const pointsOf = (card: HTMLElement) => [...card.querySelectorAll('li')].map(item => item.textContent)

test('PRICE-01 PRICE-02 FMT-04 Pricing: shows the title and three cards with monthly price, button and popular badge', async () => {
  const { free, basic, pro } = await visit()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Choose Your Perfect Plan')
  const cards = screen.getAllByRole('article')
  expect(cards).toEqual([free, basic, pro])
  expect(cards.map(card => within(card).getByText(/^\$/).textContent)).toEqual(['$0.00', '$4.99', '$9.99'])
  for (const card of cards) expect(within(card).getByText('per month')).toBeTruthy()
  expect(within(free).getByRole('link', { name: 'Sign Up Free' }).getAttribute('href')).toBe('/sign-up')
  expect(within(basic).getByRole<HTMLButtonElement>('button', { name: 'Choose Basic' }).disabled).toBe(false)
  expect(within(pro).getByRole<HTMLButtonElement>('button', { name: 'Choose Pro' }).disabled).toBe(false)
  expect(cards.map(card => within(card).queryByText('Most Popular') !== null)).toEqual([false, true, false])
})

test('PRICE-03 PRICE-04 PRICE-05 Pricing: shows the same limits as the plans screen', async () => {
  const { free, basic, pro } = await visit()
  expect(pointsOf(free)).toEqual(['10 conversions a day', 'Files up to 50MB', 'With ads', 'Standard speed'])
  expect(pointsOf(basic)).toEqual([
    '50 conversions a day',
    'Files up to 250MB',
    'No ads',
    'Faster processing',
  ])
  expect(pointsOf(pro)).toEqual(['Unlimited conversions', 'Files up to 2GB', 'No ads', 'Priority processing'])
})

test.each([
  ['free', 'Free', null],
  ['basic', 'Basic', later],
  ['pro', 'Pro', later],
  ['Pro', 'Pro', later],
  [null, 'Free', null],
])(
  'PRICE-06 Pricing: on %s, the card %s is the current plan and cannot be chosen',
  async (plan, name, expiryDate) => {
    signInOn(plan, expiryDate)
    await visit()
    expect(screen.getAllByText('Current Plan')).toHaveLength(1)
    const button = within(await findCard(name)).getByRole<HTMLButtonElement>('button', {
      name: 'Current Plan',
    })
    expect(button.disabled).toBe(true)
  },
)

test('PRICE-06 Pricing: an expired plan can be chosen again', async () => {
  signInOn('basic', '2020-01-01T00:00:00.000Z')
  const { free, basic } = await visit()
  expect(within(free).getByText('Current Plan')).toBeTruthy()
  expect(within(basic).getByRole<HTMLButtonElement>('button', { name: 'Choose Basic' }).disabled).toBe(false)
})

test('PRICE-07 Pricing: visitors have no current plan', async () => {
  await visit()
  expect(screen.queryByText('Current Plan')).toBeNull()
})

test('Pricing: paying users switch to Free in their profile', async () => {
  signInOn('pro', later)
  const { free, basic } = await visit()
  expect(within(free).getByRole('link', { name: 'Switch to Free' }).getAttribute('href')).toBe(
    '/profile?section=subscription',
  )
  expect(within(basic).getByRole('button', { name: 'Switch to Basic' })).toBeTruthy()
})

test.each([
  ['Basic', '/checkout?planId=2&amount=4.99'],
  ['Pro', '/checkout?planId=3&amount=9.99'],
])('PRICE-08 Pricing: choosing %s loads %s after 500 ms', async (name, to) => {
  await visit()
  vi.useFakeTimers()
  press(`Choose ${name}`)
  expect(toasts.current()).toMatchObject({ title: 'Subscription Selection' })
  act(() => vi.advanceTimersByTime(499))
  expect(goTo).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(goTo.mock.calls).toEqual([[to]])
})

test('PRICE-09 Pricing: Contact Sales links to the contact page, even when the plans fail to load', async () => {
  answers.set('/api/subscription-plans', () => new Response('', { status: 500 }))
  show(<Pricing />, '/pricing')
  expect(await screen.findByText('Failed to load subscription plans. Please try again later.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toBe('/contact')
})

test('PRICE-03 Pricing: shows the allowances sent by the server', async () => {
  answers.set('/api/subscription-plans', () =>
    Response.json(offers.map(offer => ({ ...offer, conversionsPerDay: 12 }))),
  )
  const { free, pro } = await visit()
  expect(pointsOf(free)[0]).toBe('12 conversions a day')
  expect(pointsOf(pro)[0]).toBe('12 conversions a day')
})
