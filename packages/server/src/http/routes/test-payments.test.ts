import { Writable } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import { declineReasons } from '@filesmith/contract/test-cards'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeEach, expect, test } from 'vitest'
import {
  accountId,
  cardThat,
  openTestShop,
  type TestShop,
} from '../../adapters/test-payments/test-shop.test-support.ts'
import type { SignedIn } from '../../domain/accounts/sessions.ts'
import { systemClock } from '../../ports/clock.ts'
import { registerAccess } from '../access.ts'
import { registerErrorHandler } from '../error-handler.ts'
import { registerTestPaymentRoutes } from './test-payments.ts'

let shop: TestShop
let app: FastifyInstance
let deliveries: number
let log: string

beforeEach(() => {
  shop = openTestShop('2027-01-15T10:00:00Z')
  deliveries = 0
  log = ''
  const stream = new Writable({
    write(line, _encoding, done) {
      log += line
      done()
    },
  })
  app = fastify({ logger: { level: 'trace', stream } })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  app.decorateRequest('signedIn', undefined)
  app.addHook('onRequest', async request => {
    const id = request.headers['x-account']
    if (typeof id === 'string') request.signedIn = { account: { id } } as SignedIn
  })
  registerAccess(app, { ...systemClock, confirmsEmails: true })
  registerTestPaymentRoutes(app, {
    testPayments: shop.payments,
    deliver: () => {
      deliveries += 1
    },
  })
})

async function call(url: string, payload: object, account = accountId) {
  const reply = await app.inject({ method: 'POST', url, payload, headers: { 'x-account': account } })
  return { status: reply.statusCode, body: reply.json() }
}

const getCard = async () => {
  const reply = await app.inject({ url: apiPaths.testCard, headers: { 'x-account': accountId } })
  return reply.json()
}

test('PAY-09 PAY-13 test payments: a payment is declined with a reason, then confirmed, and its events are delivered', async () => {
  const { payment } = await shop.order()
  const { clientSecret, intentId: paymentIntentId } = payment
  expect(await call(apiPaths.testPayment, { clientSecret, ...cardThat('insufficient-funds') })).toEqual({
    status: 402,
    body: { code: 'payment-failed', message: 'Your card has insufficient funds.' },
  })
  expect(deliveries).toBe(1)
  expect(await getCard()).toEqual({ card: null })
  const asked = { clientSecret, ...cardThat('needs-authentication'), name: 'A. Smith' }
  expect(await call(apiPaths.testPayment, asked)).toEqual({
    status: 200,
    body: { paymentIntentId, status: 'needs-authentication' },
  })
  expect(await call(apiPaths.testAuthentication, { clientSecret, isConfirmed: true })).toEqual({
    status: 200,
    body: { paymentIntentId, status: 'succeeded' },
  })
  expect(deliveries).toBe(3)
  expect(await getCard()).toEqual({ card: { brand: 'Visa', lastFour: '3184', expiry: '12/49' } })
})

test('SUB-07 test payments: the card on file is returned and replaced', async () => {
  await shop.subscribe()
  expect(await call(apiPaths.testCard, { ...cardThat('succeeds'), number: '5555 5555 5555 4444' })).toEqual({
    status: 200,
    body: { card: { brand: 'Mastercard', lastFour: '4444', expiry: '12/49' } },
  })
  expect(deliveries).toBe(1)
  expect(await call(apiPaths.testCard, cardThat('declined'))).toMatchObject({
    status: 402,
    body: { message: declineReasons.declined },
  })
  expect(await getCard()).toMatchObject({ card: { lastFour: '4444' } })
  expect(await call(apiPaths.testCard, cardThat('succeeds'), 'account-on-free')).toMatchObject({
    status: 409,
    body: { code: 'nothing-to-manage' },
  })
})

test('test payment routes: require a session, and reject payments of other accounts', async () => {
  expect(app.declaredRoutes.filter(({ access }) => access !== 'account')).toEqual([])
  const { payment } = await shop.order()
  const body = { clientSecret: payment.clientSecret, ...cardThat('succeeds') }
  for (const url of [apiPaths.testPayment, apiPaths.testAuthentication, apiPaths.testCard]) {
    const reply = await app.inject({ method: 'POST', url, payload: { ...body, isConfirmed: true } })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not-signed-in'])
  }
  expect((await app.inject({ url: apiPaths.testCard })).statusCode).toBe(401)
  expect(await call(apiPaths.testPayment, body, 'another')).toMatchObject({
    status: 404,
    body: { code: 'payment-not-found' },
  })
})

test('test payments: a real card number never appears in replies, logs or the ledger', async () => {
  await shop.subscribe()
  const { payment } = await shop.order()
  const { clientSecret } = payment
  const number = '4111111111111111'
  const card = { ...cardThat('succeeds'), number }
  const broken = {
    method: 'POST',
    url: apiPaths.testPayment,
    headers: { 'x-account': accountId, 'content-type': 'application/json' },
    payload: `{"clientSecret": "x", "number": ${number}x`,
  } as const
  const replies = await Promise.all([
    call(apiPaths.testPayment, { clientSecret, ...card }),
    call(apiPaths.testCard, card),
    call(apiPaths.testPayment, { clientSecret, ...card, number: number.repeat(3) }),
    call(apiPaths.testPayment, { clientSecret, ...card, number: Number(number) }),
    call(apiPaths.testPayment, { clientSecret, ...card, cvc: number }),
    call(apiPaths.testPayment, { clientSecret, ...card, name: number.repeat(300) }),
    app.inject(broken).then(reply => ({ status: reply.statusCode, body: reply.json() })),
  ])
  expect(replies.map(({ status }) => status)).toEqual([402, 402, 400, 400, 400, 413, 400])
  expect(log).toContain(apiPaths.testPayment)
  expect(`${JSON.stringify(replies)} ${log} ${shop.ledger.dump()}`).not.toContain(number)
})
