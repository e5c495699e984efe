/** The Stripe double validates requests as strictly as Stripe. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

let stripe: StripeDouble

beforeAll(async () => {
  stripe = await startStripeDouble({ secretKey: 'sk_test_1' })
})
afterAll(() => stripe.close())

async function call(method: string, path: string, params = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${stripe.url}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_1',
      'stripe-version': '2026-10-28.endive',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' && { body: params }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('Stripe double: requires API key and version', async () => {
  expect(await call('GET', '/v1/prices', '', { authorization: 'Bearer sk_test_2' })).toMatchObject({
    status: 401,
    body: { error: { type: 'invalid_request_error' } },
  })
  expect(await call('GET', '/v1/prices', '', { 'stripe-version': '2020-08-27' })).toMatchObject({
    status: 400,
  })
  expect(await call('GET', '/v1/prices')).toMatchObject({ status: 200, body: { object: 'list', data: [] } })
})

test('Stripe double: answers 404 for unknown objects and routes', async () => {
  expect(await call('GET', '/v1/subscriptions/sub_1')).toMatchObject({
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'id' } },
  })
  expect(await call('GET', '/v1/customers/pi_1')).toMatchObject({ status: 404 })
  expect(await call('PUT', '/v1/customers')).toMatchObject({ status: 404 })
})

test('Stripe double: decodes parameters and rejects unknown ones', async () => {
  const params = 'email=a%2Bb%40example.org&name=Vulcan+%26+S%C3%B6hne&metadata[account%20id]=u_1'
  expect(await call('POST', '/v1/customers', params)).toMatchObject({
    status: 200,
    body: { email: 'a+b@example.org', name: 'Vulcan & Söhne', metadata: { 'account id': 'u_1' } },
  })
  expect(await call('POST', '/v1/customers', 'surname=x')).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_unknown', param: 'surname' } },
  })
  expect(await call('POST', '/v1/customers', 'metadata=x')).toMatchObject({ status: 400 })
  expect(await call('POST', '/v1/coupons', 'currency=usd')).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_missing', param: 'amount_off' } },
  })
  expect(await call('POST', '/v1/coupons', 'currency=usd&amount_off=4.5')).toMatchObject({ status: 400 })
})

test('Stripe double: an idempotency key replays the same request and rejects another one', async () => {
  const key = { 'idempotency-key': 'once' }
  const first = await call('POST', '/v1/customers', 'name=One', key)
  const again = await call('POST', '/v1/customers', 'name=One', key)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await call('POST', '/v1/customers', 'name=Two', key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  })
  expect(stripe.ledger.all('customer').filter(({ name }) => name !== 'Vulcan & Söhne')).toHaveLength(1)
})

test('Stripe double: expandable fields are included only on request', async () => {
  const { body: customer } = await call('POST', '/v1/customers')
  await call('POST', '/v1/products', 'id=p&name=P')
  const { body: price } = await call(
    'POST',
    '/v1/prices',
    'product=p&currency=usd&unit_amount=900&recurring[interval]=month',
  )
  const params = `customer=${customer.id}&items[0][price]=${price.id}&payment_behavior=default_incomplete`
  const plain = await call('POST', '/v1/subscriptions', params)
  expect(plain.body.latest_invoice).toMatch(/^in_/)
  const whole = await call('POST', '/v1/subscriptions', `${params}&expand[0]=latest_invoice`)
  expect(whole.body.latest_invoice).toMatchObject({ object: 'invoice', status: 'open', amount_due: 900 })
  expect(whole.body.latest_invoice).not.toHaveProperty('confirmation_secret')
  expect(whole.body.latest_invoice).not.toHaveProperty('payments')
  expect(await call('POST', '/v1/subscriptions', `${params}&expand[0]=friends`)).toMatchObject({
    status: 400,
  })
})
