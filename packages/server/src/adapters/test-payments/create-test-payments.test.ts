import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { eventSecret, openTestShop, type TestShop } from './test-shop.test-support.ts'

let shop: TestShop
beforeEach(() => {
  shop = openTestShop('2027-01-31T10:00:00Z')
})

const refused = { code: 'webhook-refused', status: 400 }

async function firstEvent() {
  const [event] = await shop.payments.listOutgoing()
  if (!event) throw new Error('no event is waiting')
  return event
}

test('test payments: an event names its objects and stays queued until received', async () => {
  const { subscriptionId, payment } = await shop.subscribe()
  const event = await firstEvent()
  expect(await shop.payments.readEvent(event.rawBody, event.signature)).toEqual({
    id: event.id,
    type: 'payment-succeeded',
    subscriptionId,
    intentId: payment?.intentId,
  })
  expect((await firstEvent()).id).toBe(event.id)
  await shop.payments.markReceived(event.id)
  await shop.payments.markReceived(event.id)
  const next = await firstEvent()
  expect(await shop.payments.readEvent(next.rawBody, next.signature)).toEqual({
    id: next.id,
    type: 'subscription-updated',
    subscriptionId,
    intentId: null,
  })
})

test('test payments: events are signed with HMAC-SHA256 over timestamp, dot and body', async () => {
  await shop.subscribe()
  const { rawBody, signature } = await firstEvent()
  const sentAt = Date.UTC(2027, 0, 31, 10) / 1000
  const proof = createHmac('sha256', eventSecret).update(`${sentAt}.${rawBody}`).digest('hex')
  expect(signature).toBe(`t=${sentAt},v1=${proof}`)
})

test('test payments: an event is signed at delivery, however old it is', async () => {
  await shop.subscribe()
  shop.setClock('2027-02-07T10:00:00Z')
  const { rawBody, signature } = await firstEvent()
  await expect(shop.payments.readEvent(rawBody, signature)).resolves.toMatchObject({
    type: 'payment-succeeded',
  })
})

test('test payments: rejects forged, modified and stale events', async () => {
  await shop.subscribe()
  const { rawBody, signature } = await firstEvent()
  const changed = Buffer.from(rawBody.toString().replace('payment-succeeded', 'refunded'))
  const later = signature.replace(/^t=\d+/, `t=${Date.UTC(2027, 0, 31, 10, 1) / 1000}`)
  const forged = signature.replace(/[0-9a-f]{64}$/, 'f'.repeat(64))
  for (const [body, given] of [
    [changed, signature],
    [rawBody, later],
    [rawBody, forged],
    [rawBody, ''],
    [rawBody, `${signature}x`],
    [rawBody, undefined],
  ] as const)
    await expect(shop.payments.readEvent(body, given)).rejects.toMatchObject(refused)

  for (const clock of ['2027-01-31T10:05:00Z', '2027-01-31T09:55:00Z']) {
    shop.setClock(clock)
    await expect(shop.payments.readEvent(rawBody, signature)).resolves.toBeDefined()
  }
  for (const clock of ['2027-01-31T10:05:01Z', '2027-01-31T09:54:59Z']) {
    shop.setClock(clock)
    await expect(shop.payments.readEvent(rawBody, signature)).rejects.toMatchObject(refused)
  }
})

test('test payments: delivers events in chronological order, including ones created late', async () => {
  const early = await shop.subscribe()
  shop.setClock('2027-03-15T00:00:00Z')
  const late = await shop.subscribe('succeeds', { accountId: 'another' })
  await shop.payments.advance()
  const delivered = await Promise.all(
    (await shop.payments.listOutgoing()).map(({ rawBody, signature }) =>
      shop.payments.readEvent(rawBody, signature),
    ),
  )
  expect(delivered.map(({ subscriptionId, type }) => [subscriptionId, type])).toEqual([
    [early.subscriptionId, 'payment-succeeded'],
    [early.subscriptionId, 'subscription-updated'],
    [early.subscriptionId, 'payment-succeeded'],
    [early.subscriptionId, 'subscription-updated'],
    [late.subscriptionId, 'payment-succeeded'],
    [late.subscriptionId, 'subscription-updated'],
  ])
})
