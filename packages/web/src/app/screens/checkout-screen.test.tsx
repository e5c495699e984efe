import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  address,
  answers,
  basicMonthly,
  findHeading,
  json,
  noAnswer,
  openCheckout,
  orderPath,
  press,
  putOnPlan,
  refusal,
  sentTo,
  setup,
  standInForShop,
  visit,
  withoutMessage,
} from './checkout-screen.test-support.tsx'

standInForShop()

const intents = () => sentTo('/api/create-payment-intent')
const setupFailed = () => findHeading('Payment Setup Failed')

test.each([
  ['/checkout?planId=2&amount=4.99', { planId: 2, amount: 4.99 }],
  ['/checkout?amount=95.90', { amount: 95.9 }],
])('PAY-01 API-23 CheckoutScreen: %s creates one payment intent for %j', async (path, order) => {
  await openCheckout(path)
  expect(intents()).toEqual([order])
})

test('PAY-02 CheckoutScreen: shows a status while the payment is being set up', async () => {
  answers.set('POST /api/create-payment-intent', () => new Promise(() => undefined))
  visit(orderPath)
  const heading = await findHeading('Preparing Your Checkout')
  expect(heading.closest('[role=status]')).toBeTruthy()
  expect(screen.queryByLabelText('Card number')).toBeNull()
})

test.each(['/checkout', '/checkout?planId=2', '/checkout?planId=2&amount=', '/checkout?amount=much'])(
  'PAY-03 PAY-04 CheckoutScreen: %s has no amount and creates no payment intent',
  async path => {
    visit(path)
    await setupFailed()
    expect(screen.getByRole('alert').textContent).toBe('No amount specified for checkout')
    expect(intents()).toEqual([])
  },
)

test('PAY-04 CheckoutScreen: shows a missing amount to visitors without signing in', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: false, user: null }))
  visit('/checkout?planId=2')
  await setupFailed()
  expect(address()).toBe('/checkout?planId=2')
})

test.each([
  [
    'the message of the server',
    refusal(
      400,
      'amount-not-a-price',
      'This amount is not the price of a plan. Please choose your plan again.',
    ),
    'This amount is not the price of a plan. Please choose your plan again.',
  ],
  ['the fixed text', withoutMessage(500), 'Failed to create payment intent'],
])('PAY-03 PAY-05 PAY-16 CheckoutScreen: a rejected payment intent shows %s', async (_, answer, text) => {
  answers.set('POST /api/create-payment-intent', answer)
  visit(orderPath)
  await setupFailed()
  expect(screen.getByRole('alert').textContent).toBe(text)
})

test.each([
  ['a missing response', noAnswer],
  ['an invalid response', json({ secret: 'x' })],
])('PAY-06 CheckoutScreen: reports %s as a failed setup', async (_, answer) => {
  answers.set('POST /api/create-payment-intent', answer)
  visit(orderPath)
  await setupFailed()
  expect(screen.getByRole('alert').textContent).toBe('Failed to initialize payment. Please try again.')
})

test('PAY-03 CheckoutScreen: Go Back returns to the previous page', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(3)
  visit('/checkout', '/tools', '/forgot-password')
  await setupFailed()
  expect(document.activeElement?.textContent).toBe('Payment Setup Failed')
  press('Go Back')
  await waitFor(() => expect(address()).toBe('/forgot-password'))
})

test('PAY-03 CheckoutScreen: Go Back opens the plans without a previous page', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  visit('/checkout')
  await setupFailed()
  press('Go Back')
  await waitFor(() => expect(address()).toBe('/premium/plans'))
})

test('PAY-07 PAY-08 CheckoutScreen: shows the order, the amount due and the payment form', async () => {
  await openCheckout()
  expect(screen.getByText('Basic plan')).toBeTruthy()
  expect(screen.getByText('per month').textContent).toBe('$4.99 per month')
  expect(amounts()).toEqual(['Due now $4.99'])
  expect(screen.getByText('Renews at $4.99 every month until you cancel.')).toBeTruthy()
  expect(screen.getByText('14-day money-back guarantee.')).toBeTruthy()
  const includes = (await screen.findByText('What’s included')).closest('section') as HTMLElement
  expect(
    within(includes)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['50 conversions per day', 'No ads'])
  expect(await screen.findByRole('button', { name: 'Pay $4.99' })).toBeTruthy()
  expect(screen.getByText('Your payment is processed securely by the built-in test provider.')).toBeTruthy()
})

test('PAY-09 CheckoutScreen: shows that test mode is on', async () => {
  await openCheckout()
  expect(screen.getByText('Test mode')).toBeTruthy()
  expect(screen.getByText('Test mode: no money moves. Use a test card, never a real one.')).toBeTruthy()
})

test('PAY-07 PAY-16 CheckoutScreen: a plan change deducts unused time with the amounts of the server', async () => {
  putOnPlan('basic')
  const quote = {
    ...basicMonthly,
    plan: 'pro',
    interval: 'year',
    price: 9590,
    credit: 321,
    due: 9269,
    kind: 'change',
  } as const
  answers.set('POST /api/create-payment-intent', json(setup({ quote })))
  await openCheckout('/checkout?planId=3&amount=1')
  expect(screen.getByText('Pro plan')).toBeTruthy()
  expect(screen.getByText('per year').textContent).toBe('$95.90 per year')
  expect(amounts()).toEqual(['Price $95.90', 'Unused time on your Basic plan −$3.21', 'Due now $92.69'])
  expect(screen.getByText('Renews at $95.90 every year until you cancel.')).toBeTruthy()
  expect(screen.queryByText('14-day money-back guarantee.')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Pay $92.69' })).toBeTruthy()
})

test('PAY-07 CheckoutScreen: deducts existing credit', async () => {
  const quote = { ...basicMonthly, balance: 200, due: 299 }
  answers.set('POST /api/create-payment-intent', json(setup({ quote })))
  await openCheckout()
  expect(amounts()).toEqual(['Price $4.99', 'Your credit −$2.00', 'Due now $2.99'])
})

test('PAY-07 CheckoutScreen: shows the order even when the plan list fails to load', async () => {
  answers.set('GET /api/subscription-plans', noAnswer)
  await openCheckout()
  expect(screen.getByText('Basic plan')).toBeTruthy()
  expect(screen.queryByText('What’s included')).toBeNull()
})

function amounts() {
  return screen
    .getAllByRole('term')
    .map(term => `${term.textContent} ${term.nextElementSibling?.textContent}`)
}

test('PAY-01 CheckoutScreen: redirects to sign in with a return path when the session has ended', async () => {
  answers.set('POST /api/create-payment-intent', refusal(401, 'not-signed-in', 'Please sign in first.'))
  visit(orderPath)
  await waitFor(() => expect(address()).toBe('/sign-in?next=/checkout%3FplanId%3D2%26amount%3D4.99'))
})
