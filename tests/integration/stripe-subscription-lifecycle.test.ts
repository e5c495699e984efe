/** Subscription lifecycle with the Stripe adapter: renewal, past due, cancellation, end and refund. */
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

describe('subscription lifecycle', () => {
  test('renews, lists the newest invoice first, and counts an interval only after its payment', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments)
    // The second interval has started; its invoice is a draft for an hour.
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

  test('a yearly subscription renews after a year', async () => {
    const { subscriptionId } = await beginPaid(stripe, payments, { interval: 'year', price: 4790 })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      paidUntil: new Date('2027-01-31T09:00:00Z'),
    })
  })

  test('is past due when a renewal fails, and active again when it is paid', async () => {
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

  test('ends after the last failed retry', async () => {
    const { subscriptionId, customerId } = await beginPaid(stripe, payments)
    stripe.setRenewals(customerId, 'declined')
    stripe.advance(later(60))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: new Date('2026-03-15T10:00:00Z'),
    })
  })

  test('ended while past due it was paid until the start of the unpaid interval', async () => {
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

  test('an interval with a voided invoice counts as paid', async () => {
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

  test('SUB-09 a canceled subscription runs until the end of the paid period', async () => {
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

  test('a resumed subscription renews again, also after a cancellation in the portal', async () => {
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

  test('end: takes effect at once and is idempotent', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    stripe.advance(later(3))
    await payments.end(subscriptionId)
    await payments.end(subscriptionId)
    await payments.end('sub_unknown')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      endedAt: later(3),
    })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded', refunded: 0 })
  })

  test('end: an unpaid order can no longer be paid', async () => {
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

  test('end: a retry voids the invoice that a failed call left open', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.injectFault(400, 1, '/v1/invoices/')
    stripe.injectFault(400, 1, '/v1/invoices/')
    await expect(payments.end(subscriptionId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
    await payments.end(subscriptionId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
  })

  test('an unpaid order expires after a day', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.advance(later(1))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'ended', invoices: [] })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
    await payments.end(subscriptionId)
  })

  test('find: ignores unknown ids, malformed ids and foreign subscriptions of the same account', async () => {
    expect(await payments.findSubscription('sub_unknown')).toBeUndefined()
    expect(await payments.findPayment('pi_unknown')).toBeUndefined()
    const callCount = stripe.calls.length
    expect(await payments.findPayment('../customers')).toBeUndefined()
    expect(await payments.findPayment('cus_1?expand=x')).toBeUndefined()
    expect(stripe.calls).toHaveLength(callCount)
    const { subscriptionId } = await beginPaid(stripe, payments)
    stripe.ledger.need('subscription', subscriptionId).metadata = {}
    expect(await payments.findSubscription(subscriptionId)).toBeUndefined()
  })
})

describe('refund', () => {
  test('refunds the full amount once', async () => {
    const { payment } = await beginPaid(stripe, payments)
    await payments.refund(payment.intentId)
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded', refunded: 499 })
    expect(stripe.ledger.all('refund')).toHaveLength(1)
  })

  test('refunds the rest after a partial refund at Stripe', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.refund(payment.intentId, 100)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 100 })
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 499 })
  })

  test('a lost response does not refund twice', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.injectFault('lost-reply', 1, '/v1/refunds')
    await payments.refund(payment.intentId)
    expect(stripe.ledger.all('refund').map(({ amount }) => amount)).toEqual([499])
  })

  test('rejects an unpaid payment', async () => {
    const { payment } = await beginUnpaid(payments)
    await expect(payments.refund(payment.intentId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
  })

  test('a dispute counts until it is won', async () => {
    const { payment } = await beginPaid(stripe, payments)
    stripe.dispute(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
    stripe.dispute(payment.intentId, 'won')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: false })
    stripe.dispute(payment.intentId, 'lost')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
  })
})
