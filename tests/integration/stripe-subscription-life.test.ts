/** Subscriptions of Stripe as time goes by: renewed, unpaid, cancelled, ended, given back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import { beginPaid, beginUnpaid, openStripePayments } from '../support/stripe-customer.ts'
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

describe('the life of a subscription', () => {
  test('renews by itself, newest invoice first, and is not paid before it is', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments)
    // The second interval has begun; its invoice is a draft for an hour.
    stripe.advance(new Date('2026-02-28T09:30:00Z'))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      paidFrom: startsAt,
      paidUntil: new Date('2026-02-28T09:00:00Z'),
    })
    stripe.advance(new Date('2026-02-28T10:00:00Z'))
    const subscription = await payments.findSubscription(subscriptionId)
    expect(subscription).toMatchObject({
      status: 'active',
      paidFrom: new Date('2026-02-28T09:00:00Z'),
      paidUntil: new Date('2026-03-31T09:00:00Z'),
    })
    expect(
      subscription?.invoices.map(({ paidAt, periodStart, periodEnd }) => [paidAt, periodStart, periodEnd]),
    ).toEqual([
      [new Date('2026-02-28T10:00:00Z'), new Date('2026-02-28T09:00:00Z'), new Date('2026-03-31T09:00:00Z')],
      [startsAt, startsAt, new Date('2026-02-28T09:00:00Z')],
    ])
    expect(new Set(subscription?.invoices.map(({ intentId }) => intentId)).size).toBe(2)
  })

  test('a year lasts a year', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments, { interval: 'year', price: 4790 })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      paidUntil: new Date('2027-01-31T09:00:00Z'),
    })
  })

  test('past due when a renewal fails, paid until the unpaid interval began, and well again when it is paid', async () => {
    const { subscriptionId, customerId } = await beginPaid(stripe, payments)
    stripe.setRenewals(customerId, 'declined')
    stripe.advance(later(30))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'past-due',
      paidFrom: startsAt,
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: null,
      invoices: [{ amount: 499 }],
    })
    stripe.setRenewals(customerId, 'succeeded')
    stripe.retryPayment(subscriptionId)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      paidUntil: new Date('2026-03-31T09:00:00Z'),
      invoices: [{ amount: 499 }, { amount: 499 }],
    })
  })

  test('ends when nobody pays for long', async () => {
    const { subscriptionId, customerId } = await beginPaid(stripe, payments)
    stripe.setRenewals(customerId, 'declined')
    stripe.advance(later(60))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: new Date('2026-03-15T10:00:00Z'),
    })
  })

  test('ended while it is past due, it was paid until the unpaid interval began', async () => {
    const { subscriptionId, customerId } = await beginPaid(stripe, payments)
    stripe.setRenewals(customerId, 'requires_action')
    stripe.advance(later(30))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'past-due' })
    await payments.end(subscriptionId)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: later(30),
    })
    expect(stripe.ledger.all('invoice').map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  test('an interval that was let off counts as paid', async () => {
    const { subscriptionId, customerId } = await beginPaid(stripe, payments)
    stripe.setRenewals(customerId, 'declined')
    stripe.advance(later(30))
    stripe.voidUnpaidInvoice(subscriptionId)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      paidUntil: new Date('2026-03-31T09:00:00Z'),
      invoices: [{ periodStart: startsAt }],
    })
  })

  test('SUB-09: cancelled, it runs to the end of what is paid', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments)
    await payments.setRenewal(subscriptionId, false)
    await payments.setRenewal(subscriptionId, false)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      cancelsAtEnd: true,
    })
    stripe.advance(new Date('2026-02-28T08:59:59Z'))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'active' })
    stripe.advance(new Date('2026-02-28T09:00:00Z'))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: new Date('2026-02-28T09:00:00Z'),
      invoices: [{ amount: 499 }],
    })
  })

  test('resumed, it renews again, also when it was cancelled in the portal', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments)
    await payments.setRenewal(subscriptionId, false)
    await payments.setRenewal(subscriptionId, true)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ cancelsAtEnd: false })
    stripe.cancelInPortal(subscriptionId)
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ cancelsAtEnd: true })
    await payments.setRenewal(subscriptionId, true)
    await payments.setRenewal(subscriptionId, true)
    stripe.advance(later(29))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      cancelsAtEnd: false,
      invoices: [{ amount: 499 }, { amount: 499 }],
    })
  })

  test('ended at once, twice as well', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    stripe.advance(later(3))
    await payments.end(subscriptionId)
    await payments.end(subscriptionId)
    await payments.end('sub_nobody')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      endedAt: later(3),
    })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded', refunded: 0 })
  })

  test('an order that is ended before it is paid cannot be paid any more', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    await payments.end(subscriptionId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
    await payments.end(subscriptionId)
    expect(stripe.ledger.all('invoice').map(({ status }) => status)).toEqual(['void'])
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: startsAt,
      invoices: [],
    })
  })

  test('an order that Stripe ended, but whose invoice was left open, is finished the next time', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.injectFault(400, 1, '/v1/invoices/')
    stripe.injectFault(400, 1, '/v1/invoices/')
    await expect(payments.end(subscriptionId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
    await payments.end(subscriptionId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
  })

  test('an order nobody pays is over after a day', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.advance(later(1))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'ended', invoices: [] })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
    await payments.end(subscriptionId)
  })

  test('what nobody knows is not there, nor what others sell through the same account', async () => {
    expect(await payments.findSubscription('sub_nobody')).toBeUndefined()
    expect(await payments.findPayment('pi_nobody')).toBeUndefined()
    const asked = stripe.calls.length
    expect(await payments.findPayment('../customers')).toBeUndefined()
    expect(await payments.findPayment('cus_1?expand=x')).toBeUndefined()
    expect(stripe.calls).toHaveLength(asked)
    const { subscriptionId } = await beginPaid(stripe, payments)
    stripe.ledger.need('subscription', subscriptionId).metadata = {}
    expect(await payments.findSubscription(subscriptionId)).toBeUndefined()
  })
})

describe('money goes back', () => {
  test('all of it, once', async () => {
    const { payment } = await beginPaid(stripe, payments)
    await payments.refund(payment.intentId)
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded', refunded: 499 })
    expect(stripe.ledger.all('refund')).toHaveLength(1)
  })

  test('what is left, when a part was given back over there', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.refund(payment.intentId, 100)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 100 })
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 499 })
  })

  test('a reply that is lost does not give it back twice', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.injectFault('lost-reply', 1, '/v1/refunds')
    await payments.refund(payment.intentId)
    expect(stripe.ledger.all('refund').map(({ amount }) => amount)).toEqual([499])
  })

  test('nothing goes back that nobody paid', async () => {
    const { payment } = await beginUnpaid(payments)
    await expect(payments.refund(payment.intentId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
  })

  test('a dispute holds until it is decided for us', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.dispute(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
    stripe.dispute(payment.intentId, 'won')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: false })
    stripe.dispute(payment.intentId, 'lost')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
  })
})
