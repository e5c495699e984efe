/** Subscriptions and customers with the Stripe adapter against the Stripe double. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import { beginPaid, beginUnpaid, newOrder, openStripePayments } from '../support/stripe-customer.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

const startsAt = new Date('2026-01-31T09:00:00Z')

let stripe: StripeDouble
let payments: PaymentProvider

beforeEach(async () => {
  stripe = await startStripeDouble({ startsAt })
  payments = openStripePayments(stripe)
})
afterEach(() => stripe.close())

const callsTo = (method: string, path: string) =>
  stripe.calls.filter(call => call.method === method && call.path === path)

describe('begin', () => {
  test('PAY-09 creates an incomplete subscription and returns the secret of its first payment', async () => {
    const begun = await beginUnpaid(payments)
    expect(begun.payment.amount).toBe(499)
    expect(begun.payment.clientSecret.split('_secret_')[0]).toBe(begun.payment.intentId)
    expect(await payments.findPayment(begun.payment.intentId)).toEqual({
      intentId: begun.payment.intentId,
      customerId: begun.customerId,
      status: 'open',
      amount: 499,
      currency: 'usd',
      refunded: 0,
      isDisputed: false,
    })
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({
      id: begun.subscriptionId,
      accountId: 'u_vulcan',
      customerId: begun.customerId,
      status: 'incomplete',
      invoices: [],
    })
    expect(stripe.ledger.need('customer', begun.customerId)).toMatchObject({
      email: 'vulcan+files@example.org',
      name: 'Vulcan & Söhne',
      metadata: { accountId: 'u_vulcan' },
    })
  })

  test('the subscription is active from its first payment', async () => {
    const begun = await beginPaid(stripe, payments)
    expect(await payments.findPayment(begun.payment.intentId)).toMatchObject({ status: 'succeeded' })
    const subscription = await payments.findSubscription(begun.subscriptionId)
    expect(subscription).toEqual({
      id: begun.subscriptionId,
      accountId: 'u_vulcan',
      customerId: begun.customerId,
      status: 'active',
      cancelsAtEnd: false,
      paidFrom: startsAt,
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: null,
      invoices: [
        {
          id: expect.stringMatching(/^in_/),
          intentId: begun.payment.intentId,
          amount: 499,
          paidAt: startsAt,
          periodStart: startsAt,
          periodEnd: new Date('2026-02-28T09:00:00Z'),
        },
      ],
    })
  })

  test('declined and pending payments stay open and can be retried', async () => {
    const { payment, subscriptionId } = await beginUnpaid(payments)
    stripe.confirm(payment.intentId, 'declined')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'open', refunded: 0 })
    stripe.confirm(payment.intentId, 'requires_action')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
    stripe.confirm(payment.intentId, 'processing')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'processing' })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
    stripe.confirm(payment.intentId, 'succeeded')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'active' })
  })

  test('a repeated order creates one subscription, one customer and one coupon', async () => {
    const again = newOrder({ discount: 100 })
    const [first, atOnce] = await Promise.all([
      payments.createSubscription(again),
      payments.createSubscription(again),
    ])
    expect(atOnce).toEqual(first)
    expect(await payments.createSubscription({ ...again, customerId: first.customerId })).toEqual(first)
    expect(stripe.ledger.all('subscription')).toHaveLength(1)
    expect(stripe.ledger.all('customer')).toHaveLength(1)
    expect(stripe.ledger.all('coupon')).toHaveLength(1)
  })

  test('a lost response does not create a second subscription', async () => {
    await beginUnpaid(payments, { orderId: 'before', accountId: 'u_other' })
    const known = stripe.ledger.all('subscription').length
    stripe.injectFault('lost-reply', 1, '/v1/subscriptions')
    const { subscriptionId } = await beginUnpaid(payments)
    expect(stripe.ledger.all('subscription').map(({ id }) => id)).toContain(subscriptionId)
    expect(stripe.ledger.all('subscription')).toHaveLength(known + 1)
    expect(callsTo('POST', '/v1/subscriptions').at(-1)).toMatchObject({ isReplayed: true })
  })

  test('a later attempt finds the subscription of its order without its idempotency key', async () => {
    const order = newOrder()
    const first = await payments.createSubscription(order)
    stripe.advance(new Date(startsAt.getTime() + 22 * 3_600_000))
    const { customerId } = first
    expect(await payments.createSubscription({ ...order, customerId, attempt: 1 })).toEqual(first)
    await payments.end(first.subscriptionId)
    const second = await payments.createSubscription({ ...order, customerId, attempt: 2 })
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    expect(stripe.ledger.all('subscription')).toHaveLength(2)
  })

  test('works for two attempts with a changed email address', async () => {
    await beginUnpaid(payments)
    await beginUnpaid(payments, { email: 'new@example.org' })
    expect(stripe.ledger.all('customer')).toHaveLength(2)
  })

  test('reuses a known customer, and recreates one deleted at Stripe', async () => {
    const { customerId } = await beginUnpaid(payments)
    expect((await beginUnpaid(payments, { customerId })).customerId).toBe(customerId)
    expect(stripe.ledger.all('customer')).toHaveLength(1)
    await payments.deleteCustomer(customerId)
    const recreated = await beginUnpaid(payments, { customerId })
    expect(recreated.customerId).not.toBe(customerId)
    expect((await beginUnpaid(payments, { customerId: 'cus_of_other_keys' })).customerId).toMatch(/^cus_/)
  })

  test('creates each price once', async () => {
    await beginUnpaid(payments)
    await beginUnpaid(payments)
    await beginUnpaid(payments, { price: 599 })
    await beginUnpaid(payments, { interval: 'year', price: 4790 })
    await beginUnpaid(payments, { plan: 'pro', price: 999 })
    const prices = stripe.ledger
      .all('price')
      .map(price => [price.lookup_key, price.product, price.unit_amount])
    expect(prices.reverse()).toEqual([
      ['filesmith-basic-month-499-usd', 'filesmith-basic', 499],
      ['filesmith-basic-month-599-usd', 'filesmith-basic', 599],
      ['filesmith-basic-year-4790-usd', 'filesmith-basic', 4790],
      ['filesmith-pro-month-999-usd', 'filesmith-pro', 999],
    ])
    expect(
      stripe.ledger
        .all('product')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Filesmith Basic', 'Filesmith Pro'])
  })

  test('two concurrent first orders share one price', async () => {
    const [one, other] = await Promise.all([
      beginUnpaid(payments, { accountId: 'u_one' }),
      beginUnpaid(payments, { accountId: 'u_other' }),
    ])
    expect(one.customerId).not.toBe(other.customerId)
    expect(one.subscriptionId).not.toBe(other.subscriptionId)
    const held = stripe.ledger.all('price').filter(({ lookup_key }) => lookup_key !== null)
    expect(held.map(({ lookup_key }) => lookup_key)).toEqual(['filesmith-basic-month-499-usd'])
  })

  test('recreates an archived price', async () => {
    await beginUnpaid(payments)
    for (const price of stripe.ledger.all('price')) price.active = false
    expect((await beginUnpaid(payments)).payment.amount).toBe(499)
    expect(stripe.ledger.all('price').filter(({ active }) => active)).toHaveLength(1)
  })

  test('every creating call has an idempotency key of its order', async () => {
    const asked = newOrder({ discount: 100 })
    await payments.createSubscription(asked)
    const made = stripe.calls.filter(({ method }) => method === 'POST')
    expect(made.map(({ path, headers }) => [path, headers['idempotency-key']]).sort()).toEqual([
      ['/v1/coupons', `${asked.orderId}-coupon`],
      ['/v1/customers', expect.stringMatching(/^customer-u_vulcan-[0-9a-f]{24}$/)],
      ['/v1/prices', `${asked.orderId}-price`],
      ['/v1/products', `${asked.orderId}-product`],
      ['/v1/subscriptions', `${asked.orderId}-subscription`],
    ])
  })

  test('sends no telemetry to Stripe', async () => {
    await beginUnpaid(payments)
    await beginUnpaid(payments)
    expect(stripe.calls.length).toBeGreaterThan(5)
    expect(stripe.calls.filter(({ headers }) => 'x-stripe-client-telemetry' in headers)).toEqual([])
  })
})

describe('customer', () => {
  test('SUB-07 portalUrl: creates one portal configuration, in which plans cannot be changed', async () => {
    const { customerId } = await beginPaid(stripe, payments)
    const returnUrl = 'https://files.example.org/profile?tab=subscription'
    const url = await payments.portalUrl(customerId, returnUrl)
    expect(url).toMatch(/^https:\/\//)
    expect(await payments.portalUrl(customerId, returnUrl)).not.toBe(url)
    const [session, ...others] = stripe.ledger.all('billing_portal.session').reverse()
    expect(session).toMatchObject({ customer: customerId, return_url: returnUrl, url })
    expect(others).toHaveLength(1)
    const configurations = stripe.ledger.all('billing_portal.configuration')
    expect(configurations).toHaveLength(1)
    expect(callsTo('POST', '/v1/billing_portal/configurations')[0]?.params).toMatchObject({
      'features[subscription_update][enabled]': 'false',
      'features[subscription_cancel][mode]': 'at_period_end',
    })
  })

  test('forget: deletes the customer and its subscriptions, and is idempotent', async () => {
    const { customerId, subscriptionId } = await beginPaid(stripe, payments)
    await payments.deleteCustomer(customerId)
    await payments.deleteCustomer(customerId)
    await payments.deleteCustomer('cus_unknown')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
    expect(await payments.creditOf(customerId)).toBe(0)
  })
})

test('info: contains the publishable key only', () => {
  expect(payments.info).toEqual({ kind: 'stripe', publishableKey: 'pk_test_filesmith' })
})
