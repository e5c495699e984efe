import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  address,
  answers,
  findCard,
  offers,
  press,
  show,
  signInOn,
  standInForServer,
} from '../../lib/plan-offers/plan-offers.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { Plans } from './plans.tsx'

standInForServer()

const visit = (search = '') => show(<Plans />, `/premium/plans${search}`)
const cards = () => [...document.querySelectorAll('article')]
const pointsOf = (card: HTMLElement) => [...card.querySelectorAll('li')].map(item => item.textContent)

test('PLAN-01 PLAN-03 PLAN-04 PLAN-05 Plans: shows the heading and three cards in order, one popular and one highlighted', async () => {
  visit()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Choose Your Plan')
  await findCard('Free')
  const names = cards().map(card => within(card).getByRole('heading').textContent)
  expect(names).toEqual(['Free', 'Basic', 'Pro'])
  expect(cards().map(card => within(card).queryByText('Most Popular') !== null)).toEqual([false, true, false])
  expect(cards().map(card => card.dataset.highlighted)).toEqual([undefined, undefined, 'true'])
})

test('PLAN-02 PLAN-09 PLAN-10 FMT-04 Plans: starts monthly; yearly is 20 % cheaper and kept in the URL', async () => {
  visit()
  const basic = await findCard('Basic')
  const toggle = screen.getByRole('group', { name: 'Billing period' })
  expect(within(toggle).getByText('Save 20%')).toBeTruthy()
  expect(within(toggle).getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).checked).toBe(true)
  const prices = () => cards().map(card => within(card).getByText(/^\$\d+\.\d\d$/).textContent)
  expect(prices()).toEqual(['$0.00', '$4.99', '$9.99'])

  fireEvent.click(within(toggle).getByRole('radio', { name: 'Yearly Save 20%' }))
  expect(prices()).toEqual(['$0.00', '$47.90', '$95.90'])
  expect(within(basic).getByText('per year')).toBeTruthy()
  expect(within(basic).getByText('About $3.99 per month. You save $11.98.')).toBeTruthy()
  expect(address()).toBe('/premium/plans?billing=yearly')

  fireEvent.click(within(toggle).getByRole('radio', { name: 'Monthly' }))
  expect(prices()).toEqual(['$0.00', '$4.99', '$9.99'])
  expect(address()).toBe('/premium/plans')
})

test('PLAN-02 Plans: opens with yearly billing from the URL', async () => {
  visit('?billing=yearly')
  expect(within(await findCard('Pro')).getByText('$95.90')).toBeTruthy()
})

test('PLAN-06 Plans: cards show names, features and prices sent by the server', async () => {
  const [free, basic, pro] = offers
  answers.set('/api/subscription-plans', () =>
    Response.json([free, { ...basic, name: 'Starter', price: 650, features: ['As many as you like'] }, pro]),
  )
  visit()
  const starter = await findCard('Starter')
  expect(within(starter).getByText('$6.50')).toBeTruthy()
  expect(pointsOf(starter)).toEqual(['As many as you like'])
  expect(within(starter).getByText('Choose Starter', { selector: 'button' })).toBeTruthy()
  expect(screen.getByText('Starter', { selector: 'th' })).toBeTruthy()
  expect(screen.queryByText('Basic')).toBeNull()
})

test('PLAN-07 Plans: shows a loading status without buttons', () => {
  answers.set('/api/subscription-plans', () => new Promise(() => undefined))
  visit()
  expect(screen.getByText('Loading subscription plans...').getAttribute('role')).toBe('status')
  expect(screen.queryByRole('button')).toBeNull()
})

test('PLAN-08 Plans: shows an error when loading fails; a retry shows the plans and keeps the focus', async () => {
  answers.set('/api/subscription-plans', () => new Response('', { status: 500 }))
  visit()
  expect((await screen.findByRole('alert')).textContent?.trim()).toBe(
    'Failed to load subscription plans. Please try again later.',
  )
  expect(screen.queryByRole('article')).toBeNull()
  answers.set('/api/subscription-plans', () => Response.json(offers))
  press('Try again')
  const card = await findCard('Basic')
  await waitFor(() => expect(document.activeElement?.contains(card)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})

test.each([null, 'free', 'basic'])(
  'PLAN-11 PLAN-12 Plans: on %s the Free button is aria-disabled and explains why when clicked',
  async plan => {
    if (plan) signInOn(plan, plan === 'free' ? null : '2099-01-01T00:00:00.000Z')
    visit()
    const button = within(await findCard('Free')).getByRole<HTMLButtonElement>('button')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.disabled).toBe(false)
    fireEvent.click(button)
    expect(toasts.current()).toMatchObject({
      title: 'Free Plan',
      description: "You're already on the free plan! Enjoy our basic features.",
    })
    expect(address()).toBe('/premium/plans')
  },
)

test('PLAN-17 PLAN-18 PLAN-19 PLAN-20 PLAN-21 PLAN-22 PLAN-23 Plans: lists the features of Free, Basic and Pro', async () => {
  visit()
  expect(pointsOf(await findCard('Free'))).toEqual([
    '10 conversions per day',
    'Files up to 50MB',
    '1 concurrent conversion',
    '24 hours storage',
    'Ad-supported',
    'Standard speed',
  ])
  expect(pointsOf(await findCard('Basic'))).toEqual([
    '50 conversions per day',
    'Files up to 250MB',
    '3 concurrent conversions',
    '7 days storage',
    'Batch conversion up to 5 files',
    'Basic editing tools',
    'No ads',
    'Faster processing',
    'Email support with 24-48 hour response',
  ])
  expect(pointsOf(await findCard('Pro'))).toEqual([
    'Unlimited conversions',
    'Files up to 2GB',
    '10 concurrent conversions',
    '30 days storage',
    'Unlimited batch conversion',
    'All tools',
    'API access',
    'All premium formats',
    'Priority processing',
    'High-priority email with 12 hour response',
    'Chat support',
  ])
})
