/** Notices of Stripe over real HTTP: taken with its signature, read for what they concern, refused otherwise. */
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
let heard: ProviderEvent[]
let errors: AppError[]

beforeEach(async () => {
  stripe = await startStripeDouble()
  payments = openStripePayments(stripe)
  heard = []
  errors = []
  receiver = createServer(async (request, response) => {
    try {
      const signature = request.headers['stripe-signature'] as string | undefined
      heard.push(await payments.readEvent(await buffer(request), signature))
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

/** What was heard of one type, without ids of events. */
const heardOf = (type: string) =>
  heard
    .filter(event => event.type === type)
    .map(({ subscriptionId, intentId }) => ({ subscriptionId, intentId }))

describe('what a notice concerns', () => {
  test('a first payment: its subscription and its intent', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    const deliveries = await stripe.sendEvents(url)
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]))
    const ofSubscription = { subscriptionId, intentId: null }
    const ofIntent = { subscriptionId: null, intentId: payment.intentId }
    expect(heardOf('customer.subscription.created')).toEqual([ofSubscription])
    expect(heardOf('customer.subscription.updated')).toEqual([ofSubscription])
    expect(heardOf('invoice.paid')).toEqual([ofSubscription])
    expect(heardOf('payment_intent.succeeded')).toEqual([ofIntent])
    expect(heard.map(({ id }) => id)).toEqual(stripe.events.map(({ id }) => id))
  })

  test('what others are for concerns nobody', async () => {
    await beginPaid(stripe, payments)
    await stripe.sendEvents(url)
    const nobody = { subscriptionId: null, intentId: null }
    expect(heardOf('customer.created')).toEqual([nobody])
    expect(heardOf('charge.succeeded')).toEqual([nobody])
  })

  test('failed and unfinished payments', async () => {
    const { subscriptionId, payment } = await beginUnpaid(payments)
    stripe.confirm(payment.intentId, 'declined')
    stripe.confirm(payment.intentId, 'requires_action')
    await stripe.sendEvents(url)
    const ofSubscription = { subscriptionId, intentId: null }
    expect(heardOf('invoice.payment_failed')).toEqual([ofSubscription])
    expect(heardOf('invoice.payment_action_required')).toEqual([ofSubscription])
    expect(heardOf('payment_intent.payment_failed')).toEqual([
      { subscriptionId: null, intentId: payment.intentId },
    ])
  })

  test('money that goes back, disputes and the end', async () => {
    const { subscriptionId, payment } = await beginPaid(stripe, payments)
    stripe.dispute(payment.intentId)
    stripe.dispute(payment.intentId, 'won')
    stripe.refund(payment.intentId)
    await payments.end(subscriptionId)
    await stripe.sendEvents(url)
    const ofIntent = { subscriptionId: null, intentId: payment.intentId }
    expect(heardOf('charge.dispute.created')).toEqual([ofIntent])
    expect(heardOf('charge.dispute.closed')).toEqual([ofIntent])
    expect(heardOf('charge.refunded')).toEqual([ofIntent])
    expect(heardOf('refund.created')).toEqual([ofIntent])
    expect(heardOf('customer.subscription.deleted')).toEqual([{ subscriptionId, intentId: null }])
  })

  test('a webhook of an older version names the subscription of an invoice directly', async () => {
    const object = { id: 'in_1', object: 'invoice', subscription: 'sub_old' }
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object } })
    const event = await payments.readEvent(Buffer.from(body), signBody(body, stripe.webhookSecret))
    expect(event).toEqual({ id: 'evt_1', type: 'invoice.paid', subscriptionId: 'sub_old', intentId: null })
  })
})

describe('how notices arrive', () => {
  test('in any order and several times, and what was taken is not sent again', async () => {
    await beginPaid(stripe, payments)
    const [first, ...others] = stripe.events.map(({ id }) => id)
    await stripe.sendEvents(url, { order: 'newest-first', repeat: 2 })
    expect(heard.map(({ id }) => id)).toEqual([...others.reverse(), first].flatMap(id => [id, id]))
    expect(await stripe.sendEvents(url)).toEqual([])
  })

  test('what is refused is sent again later', async () => {
    await beginPaid(stripe, payments)
    const wanted = payments
    payments = openStripePayments({ ...stripe, webhookSecret: 'whsec_of_somebody_else' })
    const refused = await stripe.sendEvents(url)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]))
    expect(heard).toEqual([])
    payments = wanted
    expect(await stripe.sendEvents(url)).toHaveLength(refused.length)
    expect(heard).toHaveLength(refused.length)
  })
})

describe('what is refused', () => {
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { id: 'in_1', customer_email: 'vulcan@example.org', subscription: 'sub_1' } },
  })
  const read = (rawBody: string, signature?: string) => payments.readEvent(Buffer.from(rawBody), signature)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  test('is refused for its signature alone: with the right one it is taken', async () => {
    expect(await read(body, signBody(body, stripe.webhookSecret))).toMatchObject({ id: 'evt_forged' })
  })

  test.each([
    ['no signature', () => undefined],
    ['an empty one', () => ''],
    ['words', () => 'trust me'],
    ['one without a time', () => signBody(body, stripe.webhookSecret).replace(/^t=\d+,/, '')],
    ['one without a signature', () => `t=${Math.floor(Date.now() / 1000)}`],
    ['one by another secret', () => signBody(body, 'whsec_forged')],
    ['one of another body', () => signBody(body.replace('sub_1', 'sub_2'), stripe.webhookSecret)],
    ['one whose time was changed', () => signBody(body, stripe.webhookSecret).replace(/^t=\d/, 't=2')],
    ['one of an old kind', () => signBody(body, stripe.webhookSecret).replace('v1=', 'v0=')],
    ['one that is stale', () => signBody(body, stripe.webhookSecret, minutesAgo(6))],
  ])('%s', async (_what, sign) => {
    await expect(read(body, sign())).rejects.toMatchObject({ code: 'webhook-refused', status: 400 })
  })

  test('a body that was changed on its way', async () => {
    const signature = signBody(body, stripe.webhookSecret)
    await expect(read(`${body} `, signature)).rejects.toMatchObject({ code: 'webhook-refused' })
    await expect(read('', signature)).rejects.toMatchObject({ code: 'webhook-refused' })
  })

  test('what is signed but no event', async () => {
    for (const words of ['not json', '[]', '{"id":"evt_1"}', '{"object":"v2.core.event","id":"evt_1"}']) {
      const signature = signBody(words, stripe.webhookSecret)
      await expect(read(words, signature)).rejects.toMatchObject({ code: 'webhook-refused' })
    }
  })

  test('a few minutes are fresh enough, and several signatures need one that is right', async () => {
    expect(await read(body, signBody(body, stripe.webhookSecret, minutesAgo(4)))).toMatchObject({
      id: 'evt_forged',
    })
    const [time, right] = signBody(body, stripe.webhookSecret).split(',')
    expect(await read(body, `${time},v1=${'0'.repeat(64)},${right}`)).toMatchObject({ id: 'evt_forged' })
  })

  test('time is told by our clock', async () => {
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

  test('and the log says so without what it said', async () => {
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
