/** Paid plans over HTTP with the Stripe library against the Stripe double. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Billing, PaymentIntentReply } from '@filesmith/contract/schemas/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMember, type Member } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { eventBody, signBody } from '../support/stripe-double/send-events.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

let stripe: StripeDouble
let filesmith: TestFilesmith
let webhookUrl: string

beforeAll(async () => {
  stripe = await startStripeDouble()
  filesmith = await startFilesmith(stripe.env, { hasWorker: false })
  webhookUrl = new URL(apiPaths.paymentWebhook, filesmith.baseUrl).href
})
afterAll(async () => {
  await filesmith.stop()
  await stripe.close()
})

const billingOf = (member: Member) => member.json<Billing>(apiPaths.subscription)
const planOf = async (member: Member) => (await member.json<{ plan: string }>(apiPaths.capabilities)).plan

async function beginPayment(member: Member, amount: number, planId?: number) {
  const reply = await member.post(apiPaths.createPaymentIntent, { amount, planId })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const begun = (await reply.json()) as PaymentIntentReply
  return { ...begun, paymentIntentId: String(begun.clientSecret).split('_secret_')[0] ?? '' }
}

async function paidBy(member: Member, amount: number, planId: number): Promise<string> {
  const { paymentIntentId } = await beginPayment(member, amount, planId)
  stripe.confirm(paymentIntentId, 'succeeded')
  return paymentIntentId
}

async function update(member: Member, paymentIntentId: string, planId?: number) {
  const reply = await member.post(apiPaths.subscriptionUpdate, { paymentIntentId, planId })
  return { status: reply.status, body: (await reply.json()) as { plan?: string; code?: string } }
}

describe('payment', () => {
  test('PAY-09 API-23 pays the first invoice of a subscription; the client gets its secret and the publishable key', async () => {
    const member = await createMember(filesmith.baseUrl)
    const begun = await beginPayment(member, 9.99, 3)
    expect(begun).toMatchObject({
      clientSecret: expect.stringContaining('_secret_'),
      provider: { kind: 'stripe', publishableKey: 'pk_test_double' },
      quote: { plan: 'pro', interval: 'month', due: 999 },
    })
    stripe.confirm(begun.paymentIntentId, 'succeeded')
    expect(await update(member, begun.paymentIntentId, 3)).toEqual({ status: 200, body: { plan: 'pro' } })
    expect(await planOf(member)).toBe('pro')
    expect((await billingOf(member)).invoices).toMatchObject([{ amount: 999, status: 'paid' }])
  })

  test('unpaid, declined and pending payments activate no plan', async () => {
    const member = await createMember(filesmith.baseUrl)
    const { paymentIntentId } = await beginPayment(member, 4.99, 2)
    expect(await update(member, paymentIntentId, 2)).toMatchObject({ status: 402 })
    stripe.confirm(paymentIntentId, 'declined')
    expect(await update(member, paymentIntentId, 2)).toMatchObject({ status: 402 })
    stripe.confirm(paymentIntentId, 'requires_action')
    expect(await update(member, paymentIntentId, 2)).toMatchObject({ status: 402 })
    expect(await planOf(member)).toBe('free')
    stripe.confirm(paymentIntentId, 'succeeded')
    expect(await update(member, paymentIntentId, 2)).toMatchObject({ status: 200 })
  })

  test('rejects payments of other users, unknown ones and ones for another plan; a replay changes nothing', async () => {
    const payer = await createMember(filesmith.baseUrl)
    const thief = await createMember(filesmith.baseUrl)
    const paymentIntentId = await paidBy(payer, 4.99, 2)
    expect(await update(thief, paymentIntentId, 2)).toMatchObject({
      status: 404,
      body: { code: 'payment-not-found' },
    })
    expect(await update(thief, 'pi_unknown')).toMatchObject({ status: 404 })
    expect(await update(payer, paymentIntentId, 3)).toMatchObject({
      status: 409,
      body: { code: 'payment-wrong' },
    })
    expect(await update(payer, paymentIntentId, 2)).toMatchObject({ status: 200 })
    const before = await billingOf(payer)
    expect(await update(payer, paymentIntentId, 2)).toMatchObject({ status: 200, body: { plan: 'basic' } })
    expect(await billingOf(payer)).toEqual(before)
    expect(await planOf(thief)).toBe('free')
  })

  test('rejects a payment with a changed amount', async () => {
    const member = await createMember(filesmith.baseUrl)
    const { paymentIntentId } = await beginPayment(member, 9.99, 3)
    stripe.confirm(paymentIntentId, 'succeeded')
    stripe.ledger.need('payment_intent', paymentIntentId).amount = 1
    expect(await update(member, paymentIntentId, 3)).toMatchObject({
      status: 409,
      body: { code: 'payment-wrong' },
    })
    expect(await planOf(member)).toBe('free')
  })

  test('an unavailable Stripe answers 502, charges nothing, and a retry works', async () => {
    const member = await createMember(filesmith.baseUrl)
    stripe.injectFault(500, 3, '/v1/customers')
    const reply = await member.post(apiPaths.createPaymentIntent, { amount: 4.99, planId: 2 })
    expect(reply.status).toBe(502)
    expect(await reply.json()).toEqual({
      code: 'payment-provider-failed',
      message: 'The payment provider did not respond. Please try again in a moment.',
    })
    expect(await update(member, await paidBy(member, 4.99, 2), 2)).toMatchObject({ status: 200 })
  })
})

describe('webhook events', () => {
  test('activate the plan if the browser never returns; duplicates and reordering have no effect', async () => {
    const member = await createMember(filesmith.baseUrl)
    await paidBy(member, 4.99, 2)
    const deliveries = await stripe.sendEvents(webhookUrl, { order: 'newest-first', repeat: 3 })
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await planOf(member)).toBe('basic')
    expect((await billingOf(member)).invoices).toHaveLength(1)
  })

  test('forged, stale, changed and unsigned events are rejected', async () => {
    const member = await createMember(filesmith.baseUrl)
    await paidBy(member, 9.99, 3)
    const event = stripe.events.at(-1)
    if (!event) throw new Error('no events')
    const body = eventBody(event)
    const anHourAgo = new Date(Date.now() - 60 * 60 * 1000)
    const attempts: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'stripe-signature': signBody(body, 'whsec_of_another_account') }],
      [body, { 'stripe-signature': signBody(body, stripe.webhookSecret, anHourAgo) }],
      [`${body} `, { 'stripe-signature': signBody(body, stripe.webhookSecret) }],
    ]
    for (const [sent, headers] of attempts) {
      const reply = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: sent,
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ code: 'webhook-refused' })
    }
    expect(await planOf(member)).toBe('free')
    await stripe.sendEvents(webhookUrl)
    expect(await planOf(member)).toBe('pro')
  })

  test('a refund and a dispute at Stripe end the plan', async () => {
    for (const take of [stripe.refund, stripe.dispute]) {
      const member = await createMember(filesmith.baseUrl)
      const paymentIntentId = await paidBy(member, 4.99, 2)
      await update(member, paymentIntentId, 2)
      take(paymentIntentId)
      await stripe.sendEvents(webhookUrl, { order: 'newest-first' })
      expect(await planOf(member)).toBe('free')
      expect((await billingOf(member)).invoices[0]?.status).toMatch(/refunded|disputed/)
    }
  })

  test('a cancellation in the Stripe portal keeps the plan until the period ends', async () => {
    const member = await createMember(filesmith.baseUrl)
    await update(member, await paidBy(member, 4.99, 2), 2)
    const event = stripe.events.findLast(({ type }) => type.includes('subscription'))
    if (!event) throw new Error('no subscription event')
    const { id } = event.data.object as { id: string }
    stripe.cancelInPortal(id)
    await stripe.sendEvents(webhookUrl)
    expect((await billingOf(member)).subscription?.status).toBe('cancelled')
    expect(await planOf(member)).toBe('basic')
  })
})

describe('change and cancel', () => {
  test('Basic to Pro costs the difference, and one subscription is left at Stripe', async () => {
    const member = await createMember(filesmith.baseUrl)
    await update(member, await paidBy(member, 4.99, 2), 2)
    const begun = await beginPayment(member, 9.99, 3)
    expect(begun.quote.credit).toBeGreaterThanOrEqual(498)
    stripe.confirm(begun.paymentIntentId, 'succeeded')
    expect(await update(member, begun.paymentIntentId, 3)).toMatchObject({ body: { plan: 'pro' } })
    await stripe.sendEvents(webhookUrl)
    expect((await billingOf(member)).subscription).toMatchObject({ plan: 'pro', status: 'active' })
    expect((await billingOf(member)).invoices.map(({ amount }) => amount)).toEqual([begun.quote.due, 499])
  })

  test('yearly Pro to monthly Basic needs no payment, and the rest is credit', async () => {
    const member = await createMember(filesmith.baseUrl)
    await update(member, await paidBy(member, 95.9, 3), 3)
    const begun = await beginPayment(member, 4.99, 2)
    expect(begun.clientSecret).toBeNull()
    const changed = await member.post(apiPaths.subscriptionChange, { planId: 2, interval: 'month' })
    expect(await changed.json()).toEqual({ plan: 'basic' })
    expect(await billingOf(member)).toMatchObject({
      subscription: { plan: 'basic', status: 'active' },
      credit: begun.quote.creditLeft,
    })
  })

  test('cancel, resume and refund reach Stripe', async () => {
    const member = await createMember(filesmith.baseUrl)
    const paymentIntentId = await paidBy(member, 4.99, 2)
    await update(member, paymentIntentId, 2)
    expect((await member.post(apiPaths.subscriptionCancel)).status).toBe(200)
    expect((await member.post(apiPaths.subscriptionResume)).status).toBe(200)
    expect((await member.post(apiPaths.subscriptionRefund)).status).toBe(200)
    await stripe.sendEvents(webhookUrl)
    expect(await planOf(member)).toBe('free')
    expect((await billingOf(member)).invoices).toMatchObject([{ status: 'refunded', refunded: 499 }])
  })

  test('SUB-07 billing portal returns the URL of Stripe’s portal', async () => {
    const member = await createMember(filesmith.baseUrl)
    await update(member, await paidBy(member, 4.99, 2), 2)
    const { url } = (await (await member.post(apiPaths.billingPortal)).json()) as { url: string }
    expect(url).toMatch(/^https?:\/\//)
    expect(url).not.toContain('/test-billing')
  })

  test('deleting the account deletes the customer at Stripe', async () => {
    const member = await createMember(filesmith.baseUrl)
    await update(member, await paidBy(member, 4.99, 2), 2)
    expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
    const last = stripe.calls.at(-1)
    expect([last?.method, last?.path]).toEqual(['DELETE', expect.stringMatching(/^\/v1\/customers\/cus_/)])
  })
})

test('CSP: allows Stripe’s script and frame only', async () => {
  const policy = (await fetch(filesmith.baseUrl)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain('https://js.stripe.com')
  expect(policy.match(/https?:\/\/[^\s;]+/g)?.every(origin => /stripe\.com$/.test(origin))).toBe(true)
})

test('test payments: answer 404 with Stripe', async () => {
  const member = await createMember(filesmith.baseUrl)
  expect((await member.post(apiPaths.testPayment, {})).status).toBe(404)
})
