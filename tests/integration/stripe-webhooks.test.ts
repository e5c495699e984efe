/** Stripe webhooks over real HTTP: signature verification and the subscription or payment of each event. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../packages/server/src/log.ts'
import type { PaymentProvider, ProviderEvent } from '../../packages/server/src/ports/payment-provider.ts'
import { beginPaid, beginUnpaid, openStripePayments } from '../support/stripe-customer.ts'
import { signBody } from '../support/stripe-double/send-events.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

let stripe: StripeDouble
let payments: PaymentProvider
let receiver: Server
let url: string
let received: ProviderEvent[]
let errors: AppError[]

beforeEach(async () => {
  stripe = await startStripeDouble()
  payments = openStripePayments(stripe)
  received = []
  errors = []
  receiver = createServer(async (request, response) => {
    try {
      const signature = request.headers['stripe-signature'] as string | undefined
      received.push(await payments.readEvent(await buffer(request), signature))
      response.writeHead(200).end()
    } catch (error) {
      if (error instanceof AppError) errors.push(error)
      response.writeHead(error instanceof AppError ? error.status : 500).end()
    }
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/webhooks/payments`
})

afterEach(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await stripe.close()
})

/** Received events of one type, without their ids. */
const receivedOf = (type: string) =>
  received
    .filter(event => event.type === type)
    .map(({ subscriptionId, intentId }) => ({ subscriptionId, intentId }))

describe('readEvent: the objects of an event', () => {
  test('of a first payment are its subscription and payment intent', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    const deliveries = await stripe.sendEvents(url)
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]))
    const ofSubscription = { subscriptionId, intentId: null }
    const ofIntent = { subscriptionId: null, intentId: payment.intentId }
    expect(receivedOf('customer.subscription.created')).toEqual([ofSubscription])
    expect(receivedOf('customer.subscription.updated')).toEqual([ofSubscription])
    expect(receivedOf('invoice.paid')).toEqual([ofSubscription])
    expect(receivedOf('payment_intent.succeeded')).toEqual([ofIntent])
    expect(received.map(({ id }) => id)).toEqual(stripe.events.map(({ id }) => id))
  })

  test('are null for other event types', async () => {
    await beginPaid(stripe, payments)
    await stripe.sendEvents(url)
    const nothing = { subscriptionId: null, intentId: null }
    expect(receivedOf('customer.created')).toEqual([nothing])
    expect(receivedOf('charge.succeeded')).toEqual([nothing])
  })

  test('of failed and pending payments', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.confirm(payment.intentId, 'declined')
    stripe.confirm(payment.intentId, 'requires_action')
    await stripe.sendEvents(url)
    const ofSubscription = { subscriptionId, intentId: null }
    expect(receivedOf('invoice.payment_failed')).toEqual([ofSubscription])
    expect(receivedOf('invoice.payment_action_required')).toEqual([ofSubscription])
    expect(receivedOf('payment_intent.payment_failed')).toEqual([
      { subscriptionId: null, intentId: payment.intentId },
    ])
  })

  test('of refunds, disputes and the end', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    stripe.dispute(payment.intentId)
    stripe.dispute(payment.intentId, 'won')
    stripe.refund(payment.intentId)
    await payments.end(subscriptionId)
    await stripe.sendEvents(url)
    const ofIntent = { subscriptionId: null, intentId: payment.intentId }
    expect(receivedOf('charge.dispute.created')).toEqual([ofIntent])
    expect(receivedOf('charge.dispute.closed')).toEqual([ofIntent])
    expect(receivedOf('charge.refunded')).toEqual([ofIntent])
    expect(receivedOf('refund.created')).toEqual([ofIntent])
    expect(receivedOf('customer.subscription.deleted')).toEqual([{ subscriptionId, intentId: null }])
  })

  test('of an older API version include the subscription of an invoice', async () => {
    const object = { id: 'in_1', object: 'invoice', subscription: 'sub_old' }
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object } })
    const event = await payments.readEvent(Buffer.from(body), signBody(body, stripe.webhookSecret))
    expect(event).toEqual({ id: 'evt_1', type: 'invoice.paid', subscriptionId: 'sub_old', intentId: null })
  })
})

describe('delivery', () => {
  test('accepts duplicates in any order, and acknowledged events are not sent again', async () => {
    await beginPaid(stripe, payments)
    const [first, ...others] = stripe.events.map(({ id }) => id)
    await stripe.sendEvents(url, { order: 'newest-first', repeat: 2 })
    expect(received.map(({ id }) => id)).toEqual([...others.reverse(), first].flatMap(id => [id, id]))
    expect(await stripe.sendEvents(url)).toEqual([])
  })

  test('rejected events are sent again', async () => {
    await beginPaid(stripe, payments)
    const wanted = payments
    payments = openStripePayments({ ...stripe, webhookSecret: 'whsec_of_another_account' })
    const refused = await stripe.sendEvents(url)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]))
    expect(received).toEqual([])
    payments = wanted
    expect(await stripe.sendEvents(url)).toHaveLength(refused.length)
    expect(received).toHaveLength(refused.length)
  })
})

describe('readEvent: rejects', () => {
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { id: 'in_1', customer_email: 'vulcan@example.org', subscription: 'sub_1' } },
  })
  const read = (rawBody: string, signature?: string) => payments.readEvent(Buffer.from(rawBody), signature)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  test('nothing with a valid signature', async () => {
    expect(await read(body, signBody(body, stripe.webhookSecret))).toMatchObject({ id: 'evt_forged' })
  })

  test.each([
    ['no signature', () => undefined],
    ['an empty one', () => ''],
    ['plain text', () => 'trust me'],
    ['one without a time', () => signBody(body, stripe.webhookSecret).replace(/^t=\d+,/, '')],
    ['one without a signature', () => `t=${Math.floor(Date.now() / 1000)}`],
    ['one by another secret', () => signBody(body, 'whsec_forged')],
    ['one of another body', () => signBody(body.replace('sub_1', 'sub_2'), stripe.webhookSecret)],
    ['one whose time was changed', () => signBody(body, stripe.webhookSecret).replace(/^t=\d/, 't=2')],
    ['one of an old scheme', () => signBody(body, stripe.webhookSecret).replace('v1=', 'v0=')],
    ['a stale one (replay)', () => signBody(body, stripe.webhookSecret, minutesAgo(6))],
  ])('%s', async (_what, sign) => {
    await expect(read(body, sign())).rejects.toMatchObject({ code: 'webhook-refused', status: 400 })
  })

  test('a modified body', async () => {
    const signature = signBody(body, stripe.webhookSecret)
    await expect(read(`${body} `, signature)).rejects.toMatchObject({ code: 'webhook-refused' })
    await expect(read('', signature)).rejects.toMatchObject({ code: 'webhook-refused' })
  })

  test('signed bodies that are not events', async () => {
    for (const text of ['not json', '[]', '{"id":"evt_1"}', '{"object":"v2.core.event","id":"evt_1"}']) {
      const signature = signBody(text, stripe.webhookSecret)
      await expect(read(text, signature)).rejects.toMatchObject({ code: 'webhook-refused' })
    }
  })

  test('neither signatures of a few minutes ago nor several of which one is valid', async () => {
    expect(await read(body, signBody(body, stripe.webhookSecret, minutesAgo(4)))).toMatchObject({
      id: 'evt_forged',
    })
    const [time, right] = signBody(body, stripe.webhookSecret).split(',')
    expect(await read(body, `${time},v1=${'0'.repeat(64)},${right}`)).toMatchObject({ id: 'evt_forged' })
  })

  test('stale signatures by the injected clock', async () => {
    const now = new Date('2030-01-01T00:00:00Z')
    const ahead = openStripePayments(stripe, { now: () => now })
    const rawBody = Buffer.from(body)
    await expect(ahead.readEvent(rawBody, signBody(body, stripe.webhookSecret))).rejects.toMatchObject({
      code: 'webhook-refused',
    })
    expect(await ahead.readEvent(rawBody, signBody(body, stripe.webhookSecret, now))).toMatchObject({
      id: 'evt_forged',
    })
  })

  test('without logging the content', async () => {
    await fetch(url, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signBody(body, 'whsec_forged') },
    })
    const lines: string[] = []
    createLog('debug', 'test', { write: line => lines.push(line) }).warn({ err: errors[0] }, 'refused')
    expect(lines.join('')).toContain('No signatures found matching the expected signature')
    expect(lines.join('')).not.toMatch(/vulcan|sub_1|whsec_|v1=/)
  })
})
