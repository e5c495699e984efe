import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  findHeading,
  json,
  openCheckout,
  orderPath,
  press,
  sellBasic,
  sentTo,
  setup,
  soldPath,
  standInForShop,
  visit,
} from './checkout-screen.test-support.tsx'

standInForShop()
beforeAll(() => import('../../features/checkout/stripe/stripe-payment-form.tsx'), 60_000)

/** Fake Stripe.js. */
const listeners = new Map<string, () => void>()
const element = {
  on: vi.fn((event: string, listener: () => void) => listeners.set(event, listener)),
  mount: vi.fn((container: HTMLElement) => container.append('Form of Stripe')),
  destroy: vi.fn(),
}
const elements = { create: vi.fn(() => element), update: vi.fn() }
const stripe = {
  elements: vi.fn(() => elements),
  confirmPayment: vi.fn(),
  retrievePaymentIntent: vi.fn(),
}
const openedWith = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  listeners.clear()
  sessionStorage.clear()
  const open = (key: string) => {
    openedWith(key)
    return stripe
  }
  vi.stubGlobal('Stripe', open)
  const provider = { kind: 'stripe', publishableKey: 'pk_live_7' } as const
  answers.set('POST /api/create-payment-intent', json(setup({ provider, clientSecret: 'pi_9_secret_q' })))
  sellBasic()
})
afterEach(() => {
  document.documentElement.removeAttribute('data-theme')
})

const updates = () => sentTo('/api/subscription/update')
const intents = () => sentTo('/api/create-payment-intent')

async function openForm() {
  await openCheckout()
  await screen.findByText('Form of Stripe')
  act(() => listeners.get('ready')?.())
}

async function pay() {
  await openForm()
  press('Pay $4.99')
}

test('PAY-08 StripePaymentForm: shows the Payment Element in the theme of the site and names Stripe', async () => {
  await openCheckout()
  const button = await screen.findByRole('button', { name: 'Loading the payment form...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Your payment is processed securely by Stripe.')).toBeTruthy()
  expect(screen.queryByText('Test mode')).toBeNull()
  await screen.findByText('Form of Stripe')
  act(() => listeners.get('ready')?.())
  expect(screen.getByRole('button', { name: 'Pay $4.99' })).toBeTruthy()
  expect(openedWith).toHaveBeenCalledWith('pk_live_7')
  expect(stripe.elements).toHaveBeenCalledTimes(1)
  expect(stripe.elements).toHaveBeenCalledWith({
    clientSecret: 'pi_9_secret_q',
    appearance: expect.objectContaining({ labels: 'above', variables: expect.any(Object) }),
  })
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(elements.update).toHaveBeenCalledTimes(1))
})

test('PAY-09 PaymentPanel: shows test mode for a Stripe test key', async () => {
  const provider = { kind: 'stripe', publishableKey: 'pk_test_7' } as const
  answers.set('POST /api/create-payment-intent', json(setup({ provider })))
  await openForm()
  expect(screen.getByText('Test mode')).toBeTruthy()
  expect(
    screen.getByText('Stripe test mode: no money moves. Use a test card, never a real one.'),
  ).toBeTruthy()
})

test('PAY-03 PAY-06 StripePaymentForm: a load error is a failed payment setup', async () => {
  await openCheckout()
  await screen.findByText('Form of Stripe')
  act(() => listeners.get('loaderror')?.())
  await screen.findByRole('heading', { name: 'Payment Setup Failed' })
  expect(screen.getByRole('alert').textContent).toBe('Failed to initialize payment. Please try again.')
  expect(element.destroy).toHaveBeenCalled()
})

test('PAY-11 PAY-12 StripePaymentForm: activates the plan when Stripe confirms without a redirect', async () => {
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_9', status: 'succeeded' } })
  const shown = vi.spyOn(toasts, 'show')
  await pay()
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(stripe.confirmPayment).toHaveBeenCalledExactlyOnceWith({
    elements,
    confirmParams: { return_url: `${window.location.origin}/checkout?planId=2&amount=4.99` },
    redirect: 'if_required',
  })
  expect(updates()).toEqual([{ paymentIntentId: 'pi_9', planId: 2 }])
  expect(shown.mock.calls.map(([{ title }]) => title)).toEqual(['Payment Successful', 'Subscription Updated'])
})

test('PAY-10 StripePaymentForm: the button is disabled while processing, and there is one payment', async () => {
  stripe.confirmPayment.mockReturnValue(new Promise(() => undefined))
  await pay()
  const button = await screen.findByRole('button', { name: 'Processing...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  button.click()
  expect(stripe.confirmPayment).toHaveBeenCalledTimes(1)
})

test.each([
  [{ error: { type: 'card_error', message: 'Your card was declined.' } }, 'Your card was declined.'],
  [{ error: { type: 'api_error' } }, 'Something went wrong with your payment'],
  [
    {
      paymentIntent: {
        id: 'pi_9',
        status: 'requires_payment_method',
        last_payment_error: { message: 'Your bank said no.' },
      },
    },
    'Your bank said no.',
  ],
])('PAY-13 StripePaymentForm: the Stripe result %j shows %j and can be retried', async (result, text) => {
  stripe.confirmPayment.mockResolvedValue(result)
  await pay()
  await screen.findByText(text)
  expect(toasts.current()).toMatchObject({
    title: 'Payment Failed',
    description: text,
    variant: 'destructive',
  })
  expect(screen.getByRole('button', { name: 'Pay $4.99' })).toBeTruthy()
  expect(updates()).toEqual([])
})

test('PAY-13 StripePaymentForm: reports an exception during confirmation', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  stripe.confirmPayment.mockRejectedValue(new Error('network'))
  await pay()
  expect(await screen.findByText('Something went wrong with your payment')).toBeTruthy()
})

test('PAY-13 StripePaymentForm: leaves validation errors to the Payment Element', async () => {
  stripe.confirmPayment.mockResolvedValue({
    error: { type: 'validation_error', message: 'Your card number is incomplete.' },
  })
  await pay()
  await screen.findByRole('button', { name: 'Pay $4.99' })
  expect(toasts.current()?.title).toBe('An older toast')
  expect(screen.queryByText('Your card number is incomplete.')).toBeNull()
})

test('PAY-11 StripePaymentForm: accepts a payment that succeeded although its response was lost', async () => {
  stripe.confirmPayment.mockResolvedValue({
    error: { type: 'invalid_request_error', payment_intent: { id: 'pi_9', status: 'succeeded' } },
  })
  await pay()
  await waitFor(() => expect(updates()).toEqual([{ paymentIntentId: 'pi_9', planId: 2 }]))
})

test('PAY-11 StripePaymentForm: shows a pending payment', async () => {
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_9', status: 'processing' } })
  await pay()
  await findHeading('Your payment is pending')
  expect(screen.getByRole('link', { name: 'Go to your subscription' }).getAttribute('href')).toBe(soldPath)
  expect(updates()).toEqual([])
})

const returnPath = (status: string) =>
  `${orderPath}&payment_intent=pi_9&payment_intent_client_secret=pi_9_secret_q&redirect_status=${status}`

function returnFromBank(status: string, intent: object) {
  sessionStorage.setItem('filesmith.payment-key', 'pk_live_7')
  stripe.retrievePaymentIntent.mockResolvedValue(intent)
  visit(returnPath(status))
}

test('PAY-11 PAY-12 CheckoutScreen: after a redirect retrieves the payment from Stripe and activates the plan', async () => {
  returnFromBank('failed', { paymentIntent: { id: 'pi_9', status: 'succeeded' } })
  await findHeading('Checking Your Payment')
  await waitFor(() => expect(address()).toBe(soldPath))
  expect(stripe.retrievePaymentIntent).toHaveBeenCalledExactlyOnceWith('pi_9_secret_q')
  expect(updates()).toEqual([{ paymentIntentId: 'pi_9', planId: 2 }])
  expect(intents()).toEqual([])
})

test('PAY-13 CheckoutScreen: after a redirect with a rejected payment shows the reason and the form', async () => {
  returnFromBank('succeeded', {
    paymentIntent: {
      id: 'pi_9',
      status: 'requires_payment_method',
      last_payment_error: { message: 'Your bank said no.' },
    },
  })
  await findHeading('Complete Your Purchase')
  expect(toasts.current()).toMatchObject({ title: 'Payment Failed', description: 'Your bank said no.' })
  expect(address()).toBe(orderPath)
  expect(intents()).toHaveLength(1)
  expect(updates()).toEqual([])
})

test.each([
  ['succeeded', 1, 'Subscription Updated'],
  ['failed', 0, 'Payment Failed'],
])(
  'PAY-11 CheckoutScreen: after a redirect to another browser uses the status %s of the URL',
  async (status, updateCount, title) => {
    visit(returnPath(status))
    await waitFor(() => expect(toasts.current()?.title).toBe(title))
    expect(stripe.retrievePaymentIntent).not.toHaveBeenCalled()
    expect(updates()).toHaveLength(updateCount)
  },
)

test('PAY-11 CheckoutScreen: after a redirect to another browser shows a pending payment', async () => {
  visit(returnPath('pending'))
  await findHeading('Your payment is pending')
  expect(intents()).toEqual([])
})

test('PAY-11 CheckoutScreen: uses the status of the URL when Stripe cannot be reached', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  sessionStorage.setItem('filesmith.payment-key', 'pk_live_7')
  stripe.retrievePaymentIntent.mockRejectedValue(new Error('network'))
  visit(returnPath('succeeded'))
  await waitFor(() => expect(updates()).toEqual([{ paymentIntentId: 'pi_9', planId: 2 }]))
})
