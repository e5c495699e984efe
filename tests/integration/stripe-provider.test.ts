/** Payments by Stripe: Stripe's own library talking to a double of its API, every method of the port. */
import type { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStripePayments } from '../../packages/server/src/adapters/stripe/stripe-payments.ts'
import { createLog } from '../../packages/server/src/log.ts'
import type {
  BegunPayment,
  BegunSubscription,
  PaymentProvider,
  SubscriptionOrder,
} from '../../packages/server/src/ports/payment-provider.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

const startsAt = new Date('2026-01-31T09:00:00Z')
const later = (days: number, hours = 0) => new Date(startsAt.getTime() + (days * 24 + hours) * 3_600_000)

let stripe: StripeDouble
let payments: PaymentProvider

beforeEach(async () => {
  stripe = await startStripeDouble({ startsAt })
  payments = open()
})
afterEach(() => stripe.close())

function open(change: { secretKey?: string; apiUrl?: string } = {}): PaymentProvider {
  return createStripePayments({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_of_ours',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
    productName: 'Filesmith',
    ...change,
  })
}

let orders = 0
function order(change: Partial<SubscriptionOrder> = {}): SubscriptionOrder {
  orders += 1
  return {
    accountId: 'u_vulcan',
    email: 'vulcan+files@example.org',
    username: 'Vulcan & Söhne',
    customerId: null,
    plan: 'basic',
    interval: 'month',
    price: 499,
    discount: 0,
    orderId: `order-${orders}`,
    cardOf: null,
    ...change,
  }
}

type Paid = BegunSubscription & { payment: BegunPayment }

async function begin(change: Partial<SubscriptionOrder> = {}): Promise<Paid> {
  const begun = await payments.begin(order(change))
  if (!begun.payment) throw new Error('there is nothing to pay')
  return { ...begun, payment: begun.payment }
}

async function beginPaid(change: Partial<SubscriptionOrder> = {}): Promise<Paid> {
  const begun = await begin(change)
  stripe.confirm(begun.payment.intentId, 'succeeded')
  return begun
}

async function failureOf(work: Promise<unknown>): Promise<{ error: AppError; logged: string }> {
  const error = (await work.then(
    () => undefined,
    reason => reason,
  )) as AppError
  const lines: string[] = []
  createLog('debug', 'test', { write: line => lines.push(line) }).warn({ err: error }, 'failed')
  return { error, logged: lines.join('') }
}

const callsTo = (method: string, path: string) =>
  stripe.calls.filter(call => call.method === method && call.path === path)

describe('a subscription begins', () => {
  test('PAY-09: waits for its first payment, whose secret is the reply', async () => {
    const begun = await begin()
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
    expect(stripe.books.need('customer', begun.customerId)).toMatchObject({
      email: 'vulcan+files@example.org',
      name: 'Vulcan & Söhne',
      metadata: { accountId: 'u_vulcan' },
    })
  })

  test('runs from its payment on', async () => {
    const begun = await beginPaid()
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

  test('a declined card can be tried again, and one that asks for more is still open', async () => {
    const { payment, subscriptionId } = await begin()
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

  test('the same order twice is one subscription, one customer and one coupon', async () => {
    const again = order({ discount: 100 })
    const first = await payments.begin(again)
    expect(await payments.begin(again)).toEqual(first)
    expect(stripe.books.all('subscription')).toHaveLength(1)
    expect(stripe.books.all('customer')).toHaveLength(1)
    expect(stripe.books.all('coupon')).toHaveLength(1)
  })

  test('a reply that is lost on the way does not make a second one', async () => {
    await begin({ orderId: 'before', accountId: 'u_other' })
    const known = stripe.books.all('subscription').length
    stripe.trouble('lost-reply', 1, '/v1/subscriptions')
    const { subscriptionId } = await begin()
    expect(stripe.books.all('subscription').map(({ id }) => id)).toContain(subscriptionId)
    expect(stripe.books.all('subscription')).toHaveLength(known + 1)
    expect(callsTo('POST', '/v1/subscriptions').at(-1)).toMatchObject({ isReplayed: true })
  })

  test('two attempts of somebody whose address changed between them both work', async () => {
    await begin()
    await begin({ email: 'new@example.org' })
    expect(stripe.books.all('customer')).toHaveLength(2)
  })

  test('a customer who is known stays one; one who was removed over there is made anew', async () => {
    const { customerId } = await begin()
    expect((await begin({ customerId })).customerId).toBe(customerId)
    expect(stripe.books.all('customer')).toHaveLength(1)
    await payments.forget(customerId)
    const anew = await begin({ customerId })
    expect(anew.customerId).not.toBe(customerId)
    expect((await begin({ customerId: 'cus_of_other_keys' })).customerId).toMatch(/^cus_/)
  })

  test('a price is made once and found again; another figure is another price', async () => {
    await begin()
    await begin()
    await begin({ price: 599 })
    await begin({ interval: 'year', price: 4790 })
    await begin({ plan: 'pro', price: 999 })
    const prices = stripe.books
      .all('price')
      .map(price => [price.lookup_key, price.product, price.unit_amount])
    expect(prices.reverse()).toEqual([
      ['filesmith-basic-month-499-usd', 'filesmith-basic', 499],
      ['filesmith-basic-month-599-usd', 'filesmith-basic', 599],
      ['filesmith-basic-year-4790-usd', 'filesmith-basic', 4790],
      ['filesmith-pro-month-999-usd', 'filesmith-pro', 999],
    ])
    expect(
      stripe.books
        .all('product')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Filesmith Basic', 'Filesmith Pro'])
  })

  test('a price that was put away is made anew', async () => {
    await begin()
    for (const price of stripe.books.all('price')) price.active = false
    expect((await begin()).payment.amount).toBe(499)
    expect(stripe.books.all('price').filter(({ active }) => active)).toHaveLength(1)
  })

  test('every call that makes something carries a key of its order', async () => {
    const asked = order({ discount: 100 })
    await payments.begin(asked)
    const made = stripe.calls.filter(({ method }) => method === 'POST')
    expect(made.map(({ path, headers }) => [path, headers['idempotency-key']]).sort()).toEqual([
      ['/v1/coupons', `${asked.orderId}-coupon`],
      ['/v1/customers', expect.stringMatching(/^customer-u_vulcan-[0-9a-f]{24}$/)],
      ['/v1/prices', `${asked.orderId}-price`],
      ['/v1/products', `${asked.orderId}-product`],
      ['/v1/subscriptions', `${asked.orderId}-subscription`],
    ])
  })

  test('nothing is told about how we use Stripe', async () => {
    await begin()
    await begin()
    expect(stripe.calls.length).toBeGreaterThan(5)
    expect(stripe.calls.filter(({ headers }) => 'x-stripe-client-telemetry' in headers)).toEqual([])
  })
})

describe('a plan is changed', () => {
  test('the first invoice is lower, the later ones are not', async () => {
    const old = await beginPaid()
    const { payment, subscriptionId, customerId } = await begin({
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

  test('nothing to pay: it runs at once with the card of the old one, and renews', async () => {
    const old = await beginPaid({ plan: 'pro', price: 999 })
    const change = { customerId: old.customerId, discount: 800, cardOf: old.subscriptionId }
    const begun = await payments.begin(order(change))
    expect(begun.payment).toBeNull()
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({
      status: 'active',
      invoices: [{ amount: 0, intentId: null }],
    })
    const card = stripe.books.need('subscription', old.subscriptionId).default_payment_method
    expect(card).toMatch(/^pm_/)
    expect(stripe.books.need('subscription', begun.subscriptionId).default_payment_method).toBe(card)
    stripe.advance(later(29))
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({
      status: 'active',
      invoices: [{ amount: 499, intentId: expect.stringMatching(/^pi_/) }, { amount: 0 }],
    })
  })

  test('the customer’s own card serves when the old subscription has none', async () => {
    const old = await beginPaid()
    const customer = stripe.books.need('customer', old.customerId)
    const subscription = stripe.books.need('subscription', old.subscriptionId)
    customer.invoice_settings.default_payment_method = subscription.default_payment_method
    subscription.default_payment_method = null
    const change = { customerId: old.customerId, discount: 499, cardOf: old.subscriptionId }
    const { subscriptionId } = await payments.begin(order(change))
    expect(stripe.books.need('subscription', subscriptionId).default_payment_method).toBe(
      customer.invoice_settings.default_payment_method,
    )
  })

  test('what is too little to be charged is not asked for', async () => {
    const begun = await payments.begin(order({ discount: 460 }))
    expect(begun.payment).toBeNull()
    expect(await payments.findSubscription(begun.subscriptionId)).toMatchObject({ status: 'active' })
  })
})

describe('credit', () => {
  test('is the customer’s, counts once for each reference, and lowers the next invoices', async () => {
    const { customerId, subscriptionId } = await beginPaid()
    expect(await payments.creditOf(customerId)).toBe(0)
    await payments.addCredit(customerId, 300, 'change-1')
    await payments.addCredit(customerId, 300, 'change-1')
    await payments.addCredit(customerId, 400, 'change-2')
    await payments.addCredit(customerId, 0, 'change-3')
    expect(await payments.creditOf(customerId)).toBe(700)
    stripe.advance(new Date('2026-04-01T00:00:00Z'))
    const amounts = (await payments.findSubscription(subscriptionId))?.invoices.map(({ amount }) => amount)
    expect(amounts).toEqual([298, 0, 499])
    expect(await payments.creditOf(customerId)).toBe(0)
  })

  test('taken by an order that is not paid comes back when that is ended', async () => {
    const { customerId } = await beginPaid()
    await payments.addCredit(customerId, 300, 'change-1')
    const open = await begin({ customerId, plan: 'pro', price: 999 })
    expect(open.payment.amount).toBe(699)
    expect(await payments.creditOf(customerId)).toBe(0)
    await payments.end(open.subscriptionId)
    expect(await payments.creditOf(customerId)).toBe(300)
  })

  test('nobody has credit who is not there', async () => {
    expect(await payments.creditOf('cus_nobody')).toBe(0)
  })
})

describe('the life of a subscription', () => {
  test('renews by itself, newest invoice first, and is not paid before it is', async () => {
    const { subscriptionId } = await beginPaid()
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
    const { subscriptionId } = await beginPaid({ interval: 'year', price: 4790 })
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      paidUntil: new Date('2027-01-31T09:00:00Z'),
    })
  })

  test('past due when a renewal fails, paid until the unpaid interval began, and well again when it is paid', async () => {
    const { subscriptionId, customerId } = await beginPaid()
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
    const { subscriptionId, customerId } = await beginPaid()
    stripe.setRenewals(customerId, 'declined')
    stripe.advance(later(60))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      paidUntil: new Date('2026-02-28T09:00:00Z'),
      endedAt: new Date('2026-03-15T10:00:00Z'),
    })
  })

  test('SUB-09: cancelled, it runs to the end of what is paid', async () => {
    const { subscriptionId } = await beginPaid()
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
    const { subscriptionId } = await beginPaid()
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
    const { subscriptionId, payment } = await beginPaid()
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
    const { subscriptionId, payment } = await begin()
    await payments.end(subscriptionId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
    await payments.end(subscriptionId)
    expect(stripe.books.all('invoice').map(({ status }) => status)).toEqual(['void'])
  })

  test('an order that Stripe ended, but whose invoice was left open, is finished the next time', async () => {
    const { subscriptionId, payment } = await begin()
    stripe.trouble(400, 1, '/v1/invoices/')
    stripe.trouble(400, 1, '/v1/invoices/')
    await expect(payments.end(subscriptionId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
    await payments.end(subscriptionId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
  })

  test('an order nobody pays is over after a day', async () => {
    const { subscriptionId, payment } = await begin()
    stripe.advance(later(1))
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
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
    const { subscriptionId } = await beginPaid()
    stripe.books.need('subscription', subscriptionId).metadata = {}
    expect(await payments.findSubscription(subscriptionId)).toBeUndefined()
  })
})

describe('money goes back', () => {
  test('all of it, once', async () => {
    const { payment } = await beginPaid()
    await payments.refund(payment.intentId)
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded', refunded: 499 })
    expect(stripe.books.all('refund')).toHaveLength(1)
  })

  test('what is left, when a part was given back over there', async () => {
    const { payment } = await beginPaid()
    stripe.refund(payment.intentId, 100)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 100 })
    await payments.refund(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ refunded: 499 })
  })

  test('a reply that is lost does not give it back twice', async () => {
    const { payment } = await beginPaid()
    stripe.trouble('lost-reply', 1, '/v1/refunds')
    await payments.refund(payment.intentId)
    expect(stripe.books.all('refund').map(({ amount }) => amount)).toEqual([499])
  })

  test('nothing goes back that nobody paid', async () => {
    const { payment } = await begin()
    await expect(payments.refund(payment.intentId)).rejects.toMatchObject({ code: 'payment-provider-failed' })
  })

  test('a dispute holds until it is decided for us', async () => {
    const { payment } = await beginPaid()
    stripe.dispute(payment.intentId)
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
    stripe.dispute(payment.intentId, 'won')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: false })
    stripe.dispute(payment.intentId, 'lost')
    expect(await payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: true })
  })
})

describe('the customer', () => {
  test('SUB-07: manages cards and payments in a portal that is set up once, and never changes plans there', async () => {
    const { customerId } = await beginPaid()
    const back = 'https://files.example.org/profile?tab=subscription'
    const url = await payments.portalUrl(customerId, back)
    expect(url).toMatch(/^https:\/\//)
    expect(await payments.portalUrl(customerId, back)).not.toBe(url)
    const [session, ...others] = stripe.books.all('billing_portal.session').reverse()
    expect(session).toMatchObject({ customer: customerId, return_url: back, url })
    expect(others).toHaveLength(1)
    const configurations = stripe.books.all('billing_portal.configuration')
    expect(configurations).toHaveLength(1)
    expect(callsTo('POST', '/v1/billing_portal/configurations')[0]?.params).toMatchObject({
      'features[subscription_update][enabled]': 'false',
      'features[subscription_cancel][mode]': 'at_period_end',
    })
  })

  test('is forgotten with what still runs, twice as well', async () => {
    const { customerId, subscriptionId } = await beginPaid()
    await payments.forget(customerId)
    await payments.forget(customerId)
    await payments.forget('cus_nobody')
    expect(await payments.findSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
    expect(await payments.creditOf(customerId)).toBe(0)
  })
})

describe('when Stripe does not answer well', () => {
  test('two faults are tried through', async () => {
    stripe.trouble(503, 1, '/v1/payment_intents')
    stripe.trouble('no-reply', 1, '/v1/payment_intents')
    expect(await payments.findPayment('pi_nobody')).toBeUndefined()
    expect(callsTo('GET', '/v1/payment_intents/pi_nobody').map(({ status }) => status)).toEqual([503, 0, 404])
  })

  test('three are a failure that names no secret and no address', async () => {
    stripe.trouble(500, 3, '/v1/customers')
    const { error, logged } = await failureOf(payments.begin(order()))
    expect(error).toMatchObject({ code: 'payment-provider-failed', status: 502 })
    expect(logged).toContain('StripeAPIError, 500')
    expect(logged).toMatch(/req_[0-9a-f]+/)
    expect(logged).not.toMatch(/sk_test_|whsec_|vulcan|Something went wrong on the far side/)
  })

  test('a wrong key is a failure too', async () => {
    const stranger = open({ secretKey: 'sk_test_wrong' })
    const { error, logged } = await failureOf(stranger.creditOf('cus_1'))
    expect(error).toMatchObject({ code: 'payment-provider-failed' })
    expect(logged).toContain('StripeAuthenticationError, 401')
    expect(logged).not.toContain('sk_')
  })

  test('nobody at the address is a failure, with the reason of the network', async () => {
    const gone = await startStripeDouble()
    await gone.close()
    const { error, logged } = await failureOf(open({ apiUrl: gone.url }).creditOf('cus_1'))
    expect(error).toMatchObject({ code: 'payment-provider-failed' })
    expect(logged).toContain('ECONNREFUSED')
  })

  test('what others would be told is missing is a failure where it must be there', async () => {
    for (const work of [
      payments.setRenewal('sub_nobody', false),
      payments.setRenewal('sub_nobody', true),
      payments.refund('pi_nobody'),
      payments.addCredit('cus_nobody', 100, 'r'),
      payments.portalUrl('cus_nobody', 'https://files.example.org/'),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'payment-provider-failed' })
    }
  })
})

test('the page is told the publishable key and never the secret one', () => {
  expect(payments.info).toEqual({ kind: 'stripe', publishableKey: 'pk_test_of_ours' })
})
