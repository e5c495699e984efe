/** Plan changes and customer credit with the Stripe adapter against the Stripe double. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import { beginPaid, beginUnpaid, newOrder, openStripePayments } from '../support/stripe-customer.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

const startsAt = new Date('2026-01-31T09:00:00Z')
const later = (days: number) => new Date(startsAt.getTime() + days * 24 * 3_600_000)

let stripe: StripeDouble
let payments: PaymentProvider

beforeEach(async () => {
  stripe = await startStripeDouble({ startsAt })
  payments = openStripePayments(stripe)
})
afterEach(() => stripe.close())

describe('change plan', () => {
  test('the discount applies to the first invoice only', async () => {
    const old = await beginPaid(stripe, payments)
    const { payment, subscriptionId, customerId } = await beginUnpaid(payments, {
      customerId: old.customerId,
      plan: 'pro',
      price: 999,
      discount: 250,
    })
    expect(payment.amount).toBe(749)
    stripe.confirm(payment.intentId, 'succeeded')
    await payments.end(old.subscriptionId)
    stripe.advance(later(29))
    const subscription = await payments.findSubscription(subscriptionId)
    expect(subscription?.invoices.map(({ amount }) => amount)).toEqual([999, 749])
    expect(customerId).toBe(old.customerId)
  })

  test('with nothing due the plan is active at once, with the card of the old subscription', async () => {
    const old = await beginPaid(stripe, payments, { plan: 'pro', price: 999 })
    const change = { customerId: old.customerId, discount: 800, cardOf: old.subscriptionId }
    const begun = await payments.createSubscription(newOrder(change))
    expect(begun.payment).toBeNull()
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({
      status: 'active',
      invoices: [{ amount: 0, intentId: null }],
    })
    const card = stripe.ledger.need('subscription', old.subscriptionId).default_payment_method
    expect(card).toMatch(/^pm_/)
    expect(stripe.ledger.need('subscription', begun.subscriptionId).default_payment_method).toBe(card)
    stripe.advance(later(29))
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({
      status: 'active',
      invoices: [{ amount: 499, intentId: expect.stringMatching(/^pi_/) }, { amount: 0 }],
    })
  })

  test('is paid with the card of the old subscription', async () => {
    const old = await beginPaid(stripe, payments)
    const { customerId } = old
    expect(await payments.findCard(customerId)).toEqual({ brand: 'visa', lastFour: '4242', expiry: '04/99' })
    const { payment, subscriptionId } = await beginUnpaid(payments, { customerId, plan: 'pro', price: 999 })
    expect(await payments.payWithCard(customerId, payment.intentId)).toBe('succeeded')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'active' })
  })

  test('falls back to the customer’s default card', async () => {
    const old = await beginPaid(stripe, payments)
    const customer = stripe.ledger.need('customer', old.customerId)
    const subscription = stripe.ledger.need('subscription', old.subscriptionId)
    customer.invoice_settings.default_payment_method = subscription.default_payment_method
    subscription.default_payment_method = null
    const change = { customerId: old.customerId, discount: 499, cardOf: old.subscriptionId }
    const { subscriptionId } = await payments.createSubscription(newOrder(change))
    expect(stripe.ledger.need('subscription', subscriptionId).default_payment_method).toBe(
      customer.invoice_settings.default_payment_method,
    )
  })

  test('amounts below the minimum charge need no payment', async () => {
    const begun = await payments.createSubscription(newOrder({ discount: 460 }))
    expect(begun.payment).toBeNull()
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({ status: 'active' })
  })
})

describe('credit', () => {
  test('is added once per reference and lowers the next invoices', async () => {
    const { customerId, subscriptionId } = await beginPaid(stripe, payments)
    expect(await payments.creditOf(customerId)).toBe(0)
    await payments.addCredit(customerId, 300, 'change-1')
    await payments.addCredit(customerId, 300, 'change-1')
    // The idempotency key has expired at Stripe by then.
    stripe.advance(later(2))
    await payments.addCredit(customerId, 300, 'change-1')
    await payments.addCredit(customerId, 400, 'change-2')
    await payments.addCredit(customerId, 0, 'change-3')
    expect(await payments.creditOf(customerId)).toBe(700)
    stripe.advance(new Date('2026-04-01T00:00:00Z'))
    const amounts = (await payments.findSubscription(subscriptionId))?.invoices.map(({ amount }) => amount)
    expect(amounts).toEqual([298, 0, 499])
    expect(await payments.creditOf(customerId)).toBe(0)
  })

  test('applied to an unpaid order is returned when the order is canceled', async () => {
    const { customerId } = await beginPaid(stripe, payments)
    await payments.addCredit(customerId, 300, 'change-1')
    const open = await beginUnpaid(payments, { customerId, plan: 'pro', price: 999 })
    expect(open.payment.amount).toBe(699)
    expect(await payments.creditOf(customerId)).toBe(0)
    await payments.end(open.subscriptionId)
    expect(await payments.creditOf(customerId)).toBe(300)
  })

  test('can be reduced once per reference and never becomes negative', async () => {
    const { customerId } = await beginPaid(stripe, payments)
    await payments.addCredit(customerId, 300, 'change-1')
    await payments.addCredit(customerId, -100, 'back-1')
    await payments.addCredit(customerId, -100, 'back-1')
    expect(await payments.creditOf(customerId)).toBe(200)
    await payments.addCredit(customerId, -700, 'back-2')
    await payments.addCredit(customerId, -700, 'back-3')
    expect(await payments.creditOf(customerId)).toBe(0)
    expect(stripe.ledger.need('customer', customerId).balance).toBe(0)
  })

  test('is 0 for an unknown customer', async () => {
    expect(await payments.creditOf('cus_unknown')).toBe(0)
  })
})
