/** Paying for plans over HTTP with the built-in test payments. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { createMember } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { beginPayment, billingOf, buy, card, pay } from '../support/test-payments.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

test('API-20 API-21 subscription plans: have id, name, description, price, interval, features and flags', async () => {
  const offers = await createVisitor(filesmith.baseUrl).json<PlanOffer[]>(apiPaths.subscriptionPlans)
  expect(offers.map(({ id, name, price, interval }) => ({ id, name, price, interval }))).toEqual([
    { id: 1, name: 'Free', price: 0, interval: 'month' },
    { id: 2, name: 'Basic', price: 499, interval: 'month' },
    { id: 3, name: 'Pro', price: 999, interval: 'month' },
  ])
  for (const offer of offers) {
    expect(offer.description).not.toBe('')
    expect(offer.features.length).toBeGreaterThan(3)
    expect(typeof offer.isPro).toBe('boolean')
    expect(typeof offer.isPopular).toBe('boolean')
  }
})

describe('payment', () => {
  test('API-23 API-24 PAY-09 subscription update: a test payment activates the plan, and the account shows it at once', async () => {
    const member = await createMember(filesmith.baseUrl)
    const begun = await beginPayment(member, 4.99, 2)
    expect(begun).toMatchObject({
      provider: { kind: 'test' },
      quote: { plan: 'basic', interval: 'month', price: 499, due: 499, kind: 'new' },
    })
    expect(begun.clientSecret).toMatch(/_secret_/)
    const paymentIntentId = await pay(member, begun)
    const updated = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 2 })
    expect(await updated.json()).toEqual({ plan: 'basic' })
    const user = await member.user()
    expect(user).toMatchObject({
      subscriptionPlan: 'basic',
      subscription: { plan: 'basic', status: 'active' },
    })
    const { subscription, invoices } = await billingOf(member)
    expect(subscription).toMatchObject({ plan: 'basic', interval: 'month', price: 499, status: 'active' })
    expect(subscription?.periodEnd).toBe(user.subscription?.expiryDate)
    expect(invoices).toMatchObject([{ amount: 499, status: 'paid', plan: 'basic', interval: 'month' }])
  })

  test('payment intent: an amount without a plan id selects the plan with that price', async () => {
    const member = await createMember(filesmith.baseUrl)
    expect((await beginPayment(member, 95.9)).quote).toMatchObject({
      plan: 'pro',
      interval: 'year',
      due: 9590,
    })
  })

  test.each([
    { amount: 0.01, planId: 3 },
    { amount: 4.99, planId: 3 },
    { amount: 499, planId: 2 },
    { amount: 4.99, planId: 1 },
  ])('PAY-16 payment intent: rejects $amount for plan $planId', async body => {
    const member = await createMember(filesmith.baseUrl)
    await expectError(await member.post(apiPaths.createPaymentIntent, body), 'amount-not-a-price')
    expect((await billingOf(member)).invoices).toEqual([])
  })

  test.each([{}, { amount: '4.99' }, { amount: -4.99 }])('payment intent: answers 400 to %o', async body => {
    const member = await createMember(filesmith.baseUrl)
    expect((await member.post(apiPaths.createPaymentIntent, body)).status).toBe(400)
  })

  test('payment intent: answers 401 to visitors', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    await expectError(await visitor.post(apiPaths.createPaymentIntent, { amount: 4.99 }), 'not-signed-in')
  })

  test('payment intent: is reused for the same plan and replaced for another one', async () => {
    const member = await createMember(filesmith.baseUrl)
    const first = await beginPayment(member, 4.99, 2)
    expect((await beginPayment(member, 4.99, 2)).clientSecret).toBe(first.clientSecret)
    const other = await beginPayment(member, 9.99, 3)
    expect(other.clientSecret).not.toBe(first.clientSecret)
    const late = await member.post(apiPaths.testPayment, { ...card, clientSecret: first.clientSecret })
    expect(late.status).toBeGreaterThanOrEqual(400)
    expect((await member.user()).subscriptionPlan).toBe('free')
  })

  test('subscription update: rejects an unpaid payment', async () => {
    const member = await createMember(filesmith.baseUrl)
    const { clientSecret } = await beginPayment(member, 9.99, 3)
    const paymentIntentId = String(clientSecret).split('_secret_')[0]
    await expectError(
      await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 }),
      'payment-not-done',
    )
    expect((await member.user()).subscriptionPlan).toBe('free')
  })

  test('test payment: a declined card reports the reason, and another card can be used', async () => {
    const member = await createMember(filesmith.baseUrl)
    const begun = await beginPayment(member, 4.99, 2)
    const declined = await member.post(apiPaths.testPayment, {
      ...card,
      number: '4000000000009995',
      clientSecret: begun.clientSecret,
    })
    expect(declined.status).toBe(402)
    expect(await declined.json()).toEqual({
      code: 'payment-failed',
      message: 'Your card has insufficient funds.',
    })
    await pay(member, begun)
  })

  test('subscription update: rejects payments of other users, unknown payments and payments for another plan', async () => {
    const payer = await createMember(filesmith.baseUrl)
    const other = await createMember(filesmith.baseUrl)
    const paymentIntentId = await pay(payer, await beginPayment(payer, 4.99, 2))
    await expectError(
      await other.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 2 }),
      'payment-not-found',
    )
    await expectError(
      await other.post(apiPaths.subscriptionUpdate, { paymentIntentId: 'pi_test_nothing' }),
      'payment-not-found',
    )
    await expectError(
      await payer.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 }),
      'payment-wrong',
    )
    expect((await other.user()).subscriptionPlan).toBe('free')
  })

  test('subscription update: repeated with the same payment changes nothing', async () => {
    const member = await createMember(filesmith.baseUrl)
    const paymentIntentId = await buy(member, 9.99, 3)
    const before = await billingOf(member)
    const again = await Promise.all(
      Array.from({ length: 4 }, () => member.post(apiPaths.subscriptionUpdate, { paymentIntentId })),
    )
    expect(await Promise.all(again.map(reply => reply.json()))).toEqual(Array(4).fill({ plan: 'pro' }))
    expect(await billingOf(member)).toEqual(before)
  })

  test('payment event: activates the plan even if the browser never returns', async () => {
    const member = await createMember(filesmith.baseUrl)
    await pay(member, await beginPayment(member, 4.99, 2))
    await expect.poll(async () => (await member.user()).subscriptionPlan).toBe('basic')
    expect((await billingOf(member)).invoices).toHaveLength(1)
  })

  test('payment intent: rejects the current plan', async () => {
    const member = await createMember(filesmith.baseUrl)
    await buy(member, 4.99, 2)
    const again = await member.post(apiPaths.createPaymentIntent, { amount: 4.99, planId: 2 })
    expect(await again.json()).toEqual({
      code: 'plan-already-yours',
      message: 'You are already on the Basic plan.',
    })
  })
})

describe('payment webhook', () => {
  test.each([
    ['without a signature', {}],
    [
      'with a made-up signature',
      { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    ],
  ])('an event %s is rejected', async (_name, headers) => {
    const reply = await fetch(new URL(apiPaths.paymentWebhook, filesmith.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 'evt_forged', type: 'payment-succeeded' }),
    })
    await expectError(reply, 'webhook-refused')
  })
})

test('PAYMENTS=off: plans are listed, and payments are rejected', async () => {
  const closed = await startFilesmith({ PAYMENTS: 'off' }, { hasWorker: false })
  try {
    const member = await createMember(closed.baseUrl)
    expect(await member.json<PlanOffer[]>(apiPaths.subscriptionPlans)).toHaveLength(3)
    expect(await billingOf(member)).toMatchObject({ provider: null, subscription: null, invoices: [] })
    await expectError(
      await member.post(apiPaths.createPaymentIntent, { amount: 4.99, planId: 2 }),
      'payments-off',
    )
    expect((await member.post(apiPaths.testPayment, {})).status).toBe(404)
  } finally {
    await closed.stop()
  }
})
