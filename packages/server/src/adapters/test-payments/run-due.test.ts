import { beforeEach, expect, test } from 'vitest'
import { accountId, cardThat, openTestShop, type TestShop } from './test-shop.test-support.ts'

let shop: TestShop
beforeEach(() => {
  shop = openTestShop('2027-01-31T10:00:00Z')
})

const find = async (subscriptionId: string) => {
  const found = await shop.payments.findSubscription(subscriptionId)
  if (!found) throw new Error('no such subscription')
  return found
}
const periodsOf = async (subscriptionId: string) =>
  (await find(subscriptionId)).invoices
    .map(({ periodStart, periodEnd }) => [periodStart, periodEnd].map(day => day.toISOString().slice(0, 10)))
    .reverse()

test('advance: renews a monthly subscription exactly when its period ends', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.takeEvents()
  await shop.advanceTo('2027-02-28T09:59:59.999Z')
  expect((await find(subscriptionId)).invoices).toHaveLength(1)
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({
    status: 'active',
    paidFrom: new Date('2027-02-28T10:00:00Z'),
    paidUntil: new Date('2027-03-31T10:00:00Z'),
    invoices: [{ amount: 499, paidAt: new Date('2027-02-28T10:00:00Z') }, { amount: 499 }],
  })
  expect(await shop.takeEvents()).toEqual(['payment-succeeded', 'subscription-updated'])
})

test('advance: catches up on every missed month with its due date', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.advanceTo('2027-05-02T00:00:00Z')
  expect(await periodsOf(subscriptionId)).toEqual([
    ['2027-01-31', '2027-02-28'],
    ['2027-02-28', '2027-03-31'],
    ['2027-03-31', '2027-04-30'],
    ['2027-04-30', '2027-05-31'],
  ])
  await shop.advanceTo('2029-01-01T00:00:00Z')
  expect((await find(subscriptionId)).invoices).toHaveLength(12)
})

test('advance: renews a yearly subscription that began on a leap day', async () => {
  shop.setClock('2028-02-29T23:30:00Z')
  const { subscriptionId } = await shop.subscribe('succeeds', { interval: 'year', price: 4790 })
  await shop.advanceTo('2032-03-01T00:00:00Z')
  expect(await periodsOf(subscriptionId)).toEqual([
    ['2028-02-29', '2029-02-28'],
    ['2029-02-28', '2030-02-28'],
    ['2030-02-28', '2031-02-28'],
    ['2031-02-28', '2032-02-29'],
    ['2032-02-29', '2033-02-28'],
  ])
  expect((await find(subscriptionId)).invoices.map(({ amount }) => amount)).toEqual(Array(5).fill(4790))
})

test('advance: retries a failed renewal after 1, 3 and 5 days, then ends the subscription', async () => {
  const { subscriptionId } = await shop.subscribe('fails-later')
  await shop.takeEvents()
  const attempts = ['2027-02-28', '2027-03-01', '2027-03-03']
  for (const day of attempts) {
    await shop.advanceTo(`${day}T09:59:59Z`)
    expect(await shop.takeEvents()).toEqual([])
    await shop.advanceTo(`${day}T10:00:00Z`)
    expect(await shop.takeEvents()).toEqual(['payment-failed', 'subscription-updated'])
    expect(await find(subscriptionId)).toMatchObject({
      status: 'past-due',
      paidUntil: new Date('2027-02-28T10:00:00Z'),
    })
  }
  await shop.advanceTo('2027-03-05T10:00:00Z')
  expect(await shop.takeEvents()).toEqual(['payment-failed', 'subscription-ended'])
  expect(await find(subscriptionId)).toMatchObject({
    status: 'ended',
    endedAt: new Date('2027-03-05T10:00:00Z'),
    invoices: [{ amount: 499 }],
  })
  await shop.advanceTo('2028-01-01T00:00:00Z')
  expect(await shop.takeEvents()).toEqual([])
})

test('advance: a late run gives the same dates as a timely one', async () => {
  const { subscriptionId } = await shop.subscribe('fails-later')
  await shop.advanceTo('2027-08-01T00:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({
    status: 'ended',
    endedAt: new Date('2027-03-05T10:00:00Z'),
  })
})

test('SUB-07 replaceCard: pays the open invoice at once and keeps the billing dates', async () => {
  const { subscriptionId } = await shop.subscribe('fails-later')
  await shop.advanceTo('2027-03-02T00:00:00Z')
  await shop.takeEvents()
  await expect(shop.payments.replaceCard(accountId, cardThat('fails-later'))).rejects.toMatchObject({
    code: 'payment-failed',
  })
  expect(await find(subscriptionId)).toMatchObject({ status: 'past-due' })
  await shop.payments.replaceCard(accountId, cardThat('succeeds'))
  expect(await find(subscriptionId)).toMatchObject({
    status: 'active',
    paidFrom: new Date('2027-02-28T10:00:00Z'),
    paidUntil: new Date('2027-03-31T10:00:00Z'),
    invoices: [{ amount: 499, paidAt: new Date('2027-03-02T00:00:00Z') }, { amount: 499 }],
  })
  expect(await shop.takeEvents()).toEqual(['payment-failed', 'payment-succeeded', 'subscription-updated'])
  await shop.advanceTo('2027-03-31T10:00:00Z')
  expect((await find(subscriptionId)).invoices).toHaveLength(3)
})

test('advance: retries start over after a recovered failure', async () => {
  const { subscriptionId } = await shop.subscribe('fails-later')
  await shop.advanceTo('2027-03-04T00:00:00Z')
  await shop.payments.replaceCard(accountId, cardThat('succeeds'))
  await shop.payments.replaceCard(accountId, cardThat('fails-later'))
  await shop.advanceTo('2027-04-05T09:59:59Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'past-due' })
  await shop.advanceTo('2027-04-05T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'ended' })
})

test('advance: credit of an unpaid renewal returns to the customer', async () => {
  const { customerId } = await shop.subscribe('fails-later')
  await shop.payments.addCredit(customerId, 100, 'change-1')
  await shop.advanceTo('2027-03-01T00:00:00Z')
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  await shop.advanceTo('2027-03-06T00:00:00Z')
  expect(await shop.payments.creditOf(customerId)).toBe(100)
})

test('advance: a card is declined after its expiry month', async () => {
  const { payment, subscriptionId } = await shop.order()
  await shop.payments.pay(accountId, payment.clientSecret, { ...cardThat('succeeds'), expiry: '02/27' })
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'active' })
  await shop.advanceTo('2027-03-31T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'past-due' })
})

test('advance: renews with an authenticated card without another authentication', async () => {
  const { payment, subscriptionId } = await shop.order()
  await shop.payments.pay(accountId, payment.clientSecret, cardThat('needs-authentication'))
  await shop.payments.authenticate(accountId, payment.clientSecret, true)
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'active', invoices: [{}, {}] })
})

test('advance: a renewal without a card on file fails', async () => {
  const { subscriptionId } = await shop.order({ discount: 499 })
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'past-due' })
})

test('SUB-09 setRenewal: a canceled subscription runs to its end without another charge', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.takeEvents()
  await shop.payments.setRenewal(subscriptionId, false)
  await shop.payments.setRenewal(subscriptionId, false)
  expect(await shop.takeEvents()).toEqual(['subscription-updated'])
  await shop.advanceTo('2027-02-28T09:59:59Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'active', cancelsAtEnd: true, endedAt: null })
  await shop.advanceTo('2027-03-02T00:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({
    status: 'ended',
    endedAt: new Date('2027-02-28T10:00:00Z'),
    invoices: [{ amount: 499 }],
  })
  expect(await shop.takeEvents()).toEqual(['subscription-ended'])
})

test('setRenewal: a cancellation can be revoked before the end', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.payments.setRenewal(subscriptionId, false)
  await shop.payments.setRenewal(subscriptionId, true)
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'active', cancelsAtEnd: false })
})

test('setRenewal: a subscription canceled while past due is not retried', async () => {
  const { subscriptionId } = await shop.subscribe('fails-later')
  await shop.advanceTo('2027-02-28T10:00:00Z')
  await shop.payments.setRenewal(subscriptionId, false)
  await shop.payments.replaceCard(accountId, cardThat('succeeds'))
  await shop.advanceTo('2027-03-01T10:00:00Z')
  const ended = await find(subscriptionId)
  expect(ended).toMatchObject({ status: 'ended', endedAt: new Date('2027-03-01T10:00:00Z') })
  expect(ended.invoices).toHaveLength(1)
})

test('advance: an unpaid order expires after 23 hours', async () => {
  const { payment, subscriptionId } = await shop.order()
  await shop.advanceTo('2027-02-01T08:59:59Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'incomplete' })
  await shop.advanceTo('2027-02-01T09:00:00Z')
  expect(await find(subscriptionId)).toMatchObject({ status: 'ended' })
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
  expect(await shop.takeEvents()).toEqual(['subscription-ended'])
  await expect(
    shop.payments.pay(accountId, payment.clientSecret, cardThat('succeeds')),
  ).rejects.toMatchObject({ code: 'payment-not-found' })
})

test('advance: disputes a payment once, after it succeeded', async () => {
  const { payment, subscriptionId } = await shop.order()
  await shop.payments.pay(accountId, payment.clientSecret, cardThat('disputed'))
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ isDisputed: false })
  await shop.takeEvents()
  await shop.payments.advance()
  await shop.payments.advance()
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({
    status: 'succeeded',
    isDisputed: true,
  })
  expect(await shop.takeEvents()).toEqual(['disputed'])
  expect(await find(subscriptionId)).toMatchObject({ status: 'active' })
})

test('advance: concurrent runs renew once', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.takeEvents()
  shop.setClock('2027-02-28T10:00:00Z')
  await Promise.all(Array.from({ length: 5 }, () => shop.payments.advance()))
  expect((await find(subscriptionId)).invoices).toHaveLength(2)
  expect(await shop.takeEvents()).toEqual(['payment-succeeded', 'subscription-updated'])
})

test("advance: one customer's corrupt record does not block the others", async () => {
  await shop.ledger.insert({
    id: 'cus_test_broken',
    kind: 'customer',
    accountId: 'broken',
    data: 'corrupt',
    dueAt: new Date(0),
  })
  const { subscriptionId } = await shop.subscribe()
  shop.setClock('2027-02-28T10:00:00Z')
  await expect(shop.payments.advance()).rejects.toThrow()
  expect((await find(subscriptionId)).invoices).toHaveLength(2)
})
