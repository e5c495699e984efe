import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  clientSecret,
  fill,
  findHeading,
  json,
  noAnswer,
  openTestForm,
  payBy,
  plan,
  press,
  putOnPlan,
  refusal,
  sellBasic,
  sentTo,
  soldPath,
  standInForShop,
  typeCard,
  visit,
  withoutMessage,
} from './checkout-screen.test-support.tsx'

standInForShop()

const succeeds = '4242424242424242'
const paid = json({ paymentIntentId: 'pi_test_7', status: 'succeeded' })
const needsAuthentication = json({ paymentIntentId: 'pi_test_7', status: 'needs-authentication' })
const payments = () => sentTo('/api/test-payments/confirm')
const updates = () => sentTo('/api/subscription/update')
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('PAY-11 PAY-12 API-24 CheckoutScreen: a payment shows both toasts, activates the plan and navigates to the account', async () => {
  sellBasic()
  const shown = vi.spyOn(toasts, 'show')
  await payBy(succeeds)
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(payments()).toEqual([
    { clientSecret, number: succeeds, expiry: '12/99', cvc: '123', name: 'Mara Holt' },
  ])
  expect(updates()).toEqual([{ paymentIntentId: 'pi_test_7', planId: 2 }])
  expect(shown.mock.calls.map(([toast]) => toast)).toEqual([
    { title: 'Payment Successful', description: 'Thank you. Your plan is being set up.' },
    { title: 'Subscription Updated', description: 'You are now on the Basic plan.' },
  ])
  expect(plan()).toBe('basic')
})

test('PAY-12 CheckoutScreen: Back after a purchase does not return to the checkout', async () => {
  sellBasic()
  visit('/checkout?planId=2&amount=4.99', '/premium/plans')
  await screen.findByLabelText('Card number')
  typeCard(succeeds)
  press('Pay $4.99')
  await waitFor(() => expect(address()).toBe(soldPath))
  press('Back')
  expect(address()).toBe('/premium/plans')
})

test('PAY-10 CheckoutScreen: repeated clicks while processing make one payment', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  sellBasic()
  answers.set('POST /api/test-payments/confirm', () => promise)
  await payBy(succeeds)
  const button = await screen.findByRole('button', { name: 'Processing...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  fireEvent.submit(button.closest('form') as HTMLFormElement)
  resolve(Response.json({ paymentIntentId: 'pi_test_7', status: 'succeeded' }))
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(payments()).toHaveLength(1)
})

test('PAY-10 CheckoutScreen: the button stays busy until the plan is activated', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/test-payments/confirm', paid)
  answers.set('POST /api/subscription/update', () => promise)
  await payBy(succeeds)
  await waitFor(() => expect(toasts.current()?.title).toBe('Payment Successful'))
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy()
  resolve(Response.json({ plan: 'basic' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Subscription Updated'))
})

test('PAY-12 CheckoutScreen: does not navigate when the user has left the checkout', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/test-payments/confirm', paid)
  answers.set('POST /api/subscription/update', () => promise)
  await payBy(succeeds)
  await waitFor(() => expect(updates()).toHaveLength(1))
  press('Elsewhere')
  resolve(Response.json({ plan: 'basic' }))
  putOnPlan('basic')
  await waitFor(() => expect(plan()).toBe('basic'))
  expect(toasts.current()?.title).toBe('Subscription Updated')
  expect(address()).toBe('/tools')
})

test.each([
  [
    'the message of the provider',
    refusal(402, 'payment-failed', 'Your card has insufficient funds.'),
    'Your card has insufficient funds.',
  ],
  ['the fixed text without a message', withoutMessage(500), 'Something went wrong with your payment'],
  ['the fixed text without a response', noAnswer, 'Something went wrong with your payment'],
])(
  'PAY-13 CheckoutScreen: a failed payment shows %s, and another card can be used',
  async (_, answer, text) => {
    answers.set('POST /api/test-payments/confirm', answer)
    await payBy('4000000000009995')
    await screen.findByText(text)
    expect(toasts.current()).toMatchObject({
      title: 'Payment Failed',
      description: text,
      variant: 'destructive',
    })
    expect(updates()).toEqual([])
    expect(value('Card number')).toBe('4000 0000 0000 9995')

    sellBasic()
    typeCard(succeeds)
    press('Pay $4.99')
    await waitFor(() => expect(address()).toBe(soldPath))
    expect(payments()).toHaveLength(2)
  },
)

test.each([
  [
    'the message of the server',
    refusal(402, 'payment-not-done', 'This payment has not been completed.'),
    'This payment has not been completed.',
  ],
  ['the fixed text', withoutMessage(500), 'Failed to apply your subscription. Please contact support.'],
  [
    'the text for an exception',
    noAnswer,
    'An error occurred while updating your subscription. Please contact support.',
  ],
])(
  'PAY-14 PAY-15 CheckoutScreen: a plan that was not activated shows %s; a retry repeats that step only',
  async (_, answer, text) => {
    sellBasic()
    answers.set('POST /api/subscription/update', answer)
    await payBy(succeeds)
    await findHeading('Your plan is not set up yet')
    expect(toasts.current()).toMatchObject({
      title: 'Subscription Update Failed',
      description: text,
      variant: 'destructive',
    })
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')

    sellBasic()
    press('Try again')
    await waitFor(() => expect(address()).toBe(soldPath))
    expect(payments()).toHaveLength(1)
    expect(updates()).toHaveLength(2)
  },
)

test('PAY-14 CheckoutScreen: keeps the payment in the URL for a reload before activation', async () => {
  sellBasic()
  answers.set('POST /api/subscription/update', noAnswer)
  await payBy(succeeds)
  await screen.findByRole('button', { name: 'Try again' })
  expect(address()).toBe('/checkout?planId=2&amount=4.99&payment_intent=pi_test_7&redirect_status=succeeded')
})

test('PAY-14 CheckoutScreen: activates the plan after a reload without a second payment', async () => {
  sellBasic()
  visit('/checkout?planId=2&amount=4.99&payment_intent=pi_test_7&redirect_status=succeeded')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(updates()).toEqual([{ paymentIntentId: 'pi_test_7', planId: 2 }])
  expect(sentTo('/api/create-payment-intent')).toEqual([])
})

test('PAY-09 CheckoutScreen: confirms a card that requires authentication in a dialog', async () => {
  sellBasic()
  answers.set('POST /api/test-payments/confirm', needsAuthentication)
  answers.set('POST /api/test-payments/authenticate', paid)
  await payBy('4000002760003184')
  const dialog = await screen.findByRole('dialog', { name: 'Confirm this payment' })
  expect(within(dialog).getByText(/asks you to confirm the payment of \$4\.99\./)).toBeTruthy()
  press('Confirm payment')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(sentTo('/api/test-payments/authenticate')).toEqual([{ clientSecret, isConfirmed: true }])
  expect(updates()).toHaveLength(1)
})

test.each([
  ['Decline', () => press('Decline')],
  ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
])(
  'PAY-13 CheckoutScreen: %s rejects the authentication: the payment fails and the form is shown again',
  async (_, reject) => {
    const text = 'The payment was not confirmed. Please try again or use another card.'
    answers.set('POST /api/test-payments/confirm', needsAuthentication)
    answers.set('POST /api/test-payments/authenticate', refusal(402, 'payment-failed', text))
    await payBy('4000002760003184')
    await screen.findByRole('dialog')
    reject()
    await screen.findByText(text)
    expect(toasts.current()).toMatchObject({ title: 'Payment Failed', description: text })
    expect(sentTo('/api/test-payments/authenticate')).toEqual([{ clientSecret, isConfirmed: false }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay $4.99' }))
    expect(updates()).toEqual([])
  },
)

test.each([
  ['', ['number', 'expiry', 'cvc'], 'Please enter the full card number.'],
  ['4242424242424241', ['number'], 'This card number is not valid.'],
  [
    '4111111111111111',
    ['number'],
    'This server only accepts test payments. Please use one of the test card numbers.',
  ],
])(
  'PAY-09 CheckoutScreen: does not send the number %j and marks the fields %j',
  async (number, fields, text) => {
    sellBasic()
    await openTestForm()
    if (number !== '') typeCard(number)
    press('Pay $4.99')
    expect(await screen.findByText(text)).toBeTruthy()
    const marked = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')]
    expect(marked.map(input => input.name)).toEqual(fields)
    expect(document.activeElement).toBe(marked[0])
    expect(payments()).toEqual([])
  },
)

test('PAY-09 CheckoutScreen: fills the form from the list of test cards', async () => {
  sellBasic()
  await openTestForm()
  expect(screen.queryByRole('button', { name: /Use:/ })).toBeNull()
  fill('Name on card', 'Mara Holt')
  press('Test card numbers')
  fireEvent.click(screen.getByRole('button', { name: 'Use: Succeeds (American Express) 3782 822463 10005' }))
  expect(value('Card number')).toBe('3782 822463 10005')
  expect(value('Security code')).toBe('1234')
  expect(value('Name on card')).toBe('Mara Holt')
  expect(screen.getByText('Filled in: Succeeds (American Express)').getAttribute('role')).toBe('status')
  press('Pay $4.99')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(payments()).toMatchObject([{ number: '378282246310005', cvc: '1234' }])
})
