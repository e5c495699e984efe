import type { Quote } from '@filesmith/contract/schemas/billing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  basicMonthly,
  json,
  noAnswer,
  openCheckout,
  orderPath,
  plan,
  press,
  putOnPlan,
  refusal,
  sentTo,
  setup,
  soldPath,
  standInForShop,
  withoutMessage,
} from './checkout-screen.test-support.tsx'

standInForShop()
beforeEach(() => putOnPlan('pro'))

const change: Quote = { ...basicMonthly, credit: 821, due: 0, creditLeft: 322, kind: 'change' }
const changes = () => sentTo('/api/subscription/change')

async function openFree(quote: Quote) {
  answers.set('POST /api/create-payment-intent', json(setup({ clientSecret: null, quote })))
  await openCheckout()
}

test('PAY-07 CheckoutScreen: confirms a change covered by credit without a card', async () => {
  answers.set('POST /api/subscription/change', () => {
    putOnPlan('basic')
    return Response.json({ plan: 'basic' })
  })
  await openFree(change)
  expect(screen.getByText('Nothing to pay today.')).toBeTruthy()
  expect(screen.getByText('Test mode')).toBeTruthy()
  expect(screen.getByText('Unused time on your Pro plan')).toBeTruthy()
  expect(screen.getByText('Your remaining credit of $3.22 goes toward your next invoices.')).toBeTruthy()
  expect(screen.queryByLabelText('Card number')).toBeNull()
  press('Confirm change')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(changes()).toEqual([{ planId: 2, interval: 'month' }])
  expect(toasts.current()).toMatchObject({
    title: 'Subscription Updated',
    description: 'You are now on the Basic plan.',
  })
  expect(plan()).toBe('basic')
  expect(sentTo('/api/subscription/update')).toEqual([])
})

test('PAY-07 CheckoutScreen: resumes a canceled plan', async () => {
  answers.set('POST /api/subscription/change', json({ plan: 'pro' }))
  await openFree({ ...basicMonthly, plan: 'pro', price: 999, due: 0, kind: 'resume' })
  expect(
    screen.getByText(
      'Your plan continues as before. The next payment is due at the end of the current period.',
    ),
  ).toBeTruthy()
  press('Keep my plan')
  await waitFor(() => expect(changes()).toEqual([{ planId: 3, interval: 'month' }]))
})

test.each([
  [
    'PAY-14 the message of the server',
    refusal(409, 'change-needs-payment', 'This change requires a payment. Please go to checkout.'),
    'This change requires a payment. Please go to checkout.',
  ],
  [
    'PAY-14 the fixed text',
    withoutMessage(400),
    'Failed to apply your subscription. Please contact support.',
  ],
  [
    'PAY-15 the text for an exception',
    noAnswer,
    'An error occurred while updating your subscription. Please contact support.',
  ],
])('PAY-14 PAY-15 CheckoutScreen: a failed change shows %s and can be retried', async (_, answer, text) => {
  answers.set('POST /api/subscription/change', answer)
  await openFree(change)
  press('Confirm change')
  await screen.findByText(text)
  expect(toasts.current()).toMatchObject({ title: 'Subscription Update Failed', description: text })
  expect(screen.getByRole('button', { name: 'Confirm change' })).toBeTruthy()
  expect(address()).toBe(orderPath)
})

test('PAY-10 CheckoutScreen: clicking twice sends one change', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/subscription/change', () => promise)
  await openFree(change)
  press('Confirm change')
  fireEvent.click(await screen.findByRole('button', { name: 'One moment...' }))
  resolve(Response.json({ plan: 'basic' }))
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(changes()).toHaveLength(1)
})

const upgrade: Quote = { ...basicMonthly, plan: 'pro', price: 999, credit: 400, due: 599, kind: 'change' }
const card = { brand: 'visa', lastFour: '4242', expiry: '12/99' }

async function openUpgrade() {
  putOnPlan('basic')
  answers.set('POST /api/create-payment-intent', json(setup({ quote: upgrade, card })))
  await openCheckout()
}

test('CheckoutScreen: a change can be paid with the card on file', async () => {
  answers.set(
    'POST /api/subscription/pay-with-card',
    json({ paymentIntentId: 'pi_test_7', status: 'succeeded' }),
  )
  answers.set('POST /api/subscription/update', json({ plan: 'pro' }))
  await openUpgrade()
  expect(screen.getByText('Visa ending in 4242')).toBeTruthy()
  expect(screen.queryByLabelText('Card number')).toBeNull()
  press('Pay $5.99')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(sentTo('/api/subscription/pay-with-card')).toEqual([{ clientSecret: 'pi_test_7_secret_k3' }])
  expect(sentTo('/api/subscription/update')).toEqual([{ paymentIntentId: 'pi_test_7', planId: 3 }])
})

test('CheckoutScreen: another card can be entered instead of the card on file', async () => {
  await openUpgrade()
  press('Use another card')
  expect(await screen.findByLabelText('Card number')).toBeTruthy()
})

test('CheckoutScreen: the error of a card goes as soon as a new payment starts', async () => {
  const declined = 'Your card was declined.'
  answers.set('POST /api/subscription/pay-with-card', refusal(402, 'payment-failed', declined))
  await openUpgrade()
  press('Pay $5.99')
  await screen.findByText(declined)
  expect(toasts.current()).toMatchObject({ description: declined, isOpen: true })
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/subscription/pay-with-card', () => promise)
  press('Pay $5.99')
  await screen.findByRole('button', { name: 'Processing...' })
  expect(screen.queryByText(declined)).toBeNull()
  expect(toasts.current()?.isOpen).toBe(false)
  resolve(Response.json({ code: 'payment-failed', message: declined }, { status: 402 }))
  await screen.findByText(declined)
})

test('CheckoutScreen: amounts never wrap, not even after their minus sign', async () => {
  await openUpgrade()
  expect(screen.getByText('−$4.00').className).toContain('whitespace-nowrap')
})
