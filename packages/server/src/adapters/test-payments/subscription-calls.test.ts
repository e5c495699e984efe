import { beforeEach, expect, test } from 'vitest'
import { accountId, cardThat, openTestShop, type TestShop } from './test-shop.test-support.ts'

let shop: TestShop
beforeEach(() => {
  shop = openTestShop('2027-01-31T10:00:00Z')
})

const failed = { code: 'payment-provider-failed' }

test('PAY-09 begin: a subscription starts with its first payment', async () => {
  const begun = await shop.order({ plan: 'pro', price: 999, discount: 200 })
  expect(begun).toMatchObject({
    subscriptionId: expect.stringMatching(/^sub_test_[0-9a-f]{24}$/),
    payment: { intentId: expect.stringMatching(/^pi_test_[0-9a-f]{24}$/), amount: 799 },
  })
  expect(begun.payment.clientSecret).toMatch(new RegExp(`^${begun.payment.intentId}_secret_[\\w-]{32}$`))
  expect(await shop.payments.findPayment(begun.payment.intentId)).toEqual({
    intentId: begun.payment.intentId,
    customerId: begun.customerId,
    status: 'open',
    amount: 799,
    currency: 'usd',
    refunded: 0,
    isDisputed: false,
  })
  expect(await shop.payments.findSubscription(begun.subscriptionId)).toMatchObject({
    status: 'incomplete',
    invoices: [],
  })

  const paidAt = new Date('2027-01-31T12:34:56.789Z')
  shop.setClock(paidAt)
  await shop.payments.pay(accountId, begun.payment.clientSecret, cardThat('succeeds'))
  const paidUntil = new Date('2027-02-28T12:34:56.789Z')
  expect(await shop.payments.findSubscription(begun.subscriptionId)).toEqual({
    id: begun.subscriptionId,
    accountId,
    customerId: begun.customerId,
    status: 'active',
    cancelsAtEnd: false,
    paidFrom: paidAt,
    paidUntil,
    endedAt: null,
    invoices: [
      {
        id: expect.stringMatching(/^in_test_/),
        intentId: begun.payment.intentId,
        amount: 799,
        paidAt,
        periodStart: paidAt,
        periodEnd: paidUntil,
      },
    ],
  })
})

test('begin: repeated and concurrent calls with one order id create one subscription', async () => {
  const [one, two] = await Promise.all([shop.order({ orderId: 'o-1' }), shop.order({ orderId: 'o-1' })])
  expect(two).toEqual(one)
  await shop.payments.pay(accountId, one.payment.clientSecret, cardThat('succeeds'))
  expect(await shop.order({ orderId: 'o-1' })).toEqual(one)
  const other = await shop.order({ orderId: 'o-2' })
  expect(other.subscriptionId).not.toBe(one.subscriptionId)
  expect(other.customerId).toBe(one.customerId)
})

test('begin: starts at once if discount or credit covers the price, and renews with the card on file', async () => {
  await shop.subscribe()
  await shop.takeEvents()
  const free = await shop.order({ discount: 700, price: 499 })
  expect(free.payment).toBeNull()
  expect(await shop.payments.findSubscription(free.subscriptionId)).toMatchObject({
    status: 'active',
    invoices: [{ intentId: null, amount: 0 }],
  })
  expect(await shop.takeEvents()).toEqual(['subscription-updated'])
  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await shop.payments.findSubscription(free.subscriptionId)).toMatchObject({
    status: 'active',
    invoices: [{ amount: 499 }, { amount: 0 }],
  })
})

test('addCredit: counts once per reference and reduces the next invoices', async () => {
  const { customerId, subscriptionId } = await shop.subscribe()
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  await Promise.all([
    shop.payments.addCredit(customerId, 700, 'change-1'),
    shop.payments.addCredit(customerId, 700, 'change-1'),
  ])
  await shop.payments.addCredit(customerId, 98, 'change-2')
  expect(await shop.payments.creditOf(customerId)).toBe(798)

  await shop.advanceTo('2027-02-28T10:00:00Z')
  expect(await shop.payments.creditOf(customerId)).toBe(299)
  await shop.advanceTo('2027-03-31T10:00:00Z')
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  expect(await shop.payments.findSubscription(subscriptionId)).toMatchObject({
    invoices: [{ amount: 200, intentId: expect.any(String) }, { amount: 0, intentId: null }, { amount: 499 }],
  })
})

test('addCredit: revoked credit never falls below zero', async () => {
  const { customerId } = await shop.subscribe()
  await shop.payments.addCredit(customerId, 700, 'change-1')
  await shop.order()
  await shop.payments.addCredit(customerId, -700, 'money-back')
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  expect((await shop.order()).payment.amount).toBe(499)
})

test('end: credit of an unpaid order returns to the customer', async () => {
  const { customerId } = await shop.subscribe()
  await shop.payments.addCredit(customerId, 300, 'change-1')
  const first = await shop.order()
  expect(first.payment.amount).toBe(199)
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  await shop.payments.end(first.subscriptionId)
  expect(await shop.payments.creditOf(customerId)).toBe(300)
  const second = await shop.order()
  expect(second.payment.amount).toBe(199)
  await shop.advanceTo('2027-02-01T10:00:00Z')
  expect(await shop.payments.creditOf(customerId)).toBe(300)
})

test('end: stops charges at once and is idempotent', async () => {
  const { subscriptionId } = await shop.subscribe()
  await shop.takeEvents()
  shop.setClock('2027-02-10T00:00:00Z')
  await shop.payments.end(subscriptionId)
  shop.setClock('2027-02-11T00:00:00Z')
  await shop.payments.end(subscriptionId)
  await shop.payments.end('sub_test_unknown')
  await shop.advanceTo('2027-06-01T00:00:00Z')
  const ended = await shop.payments.findSubscription(subscriptionId)
  expect(ended).toMatchObject({ status: 'ended', endedAt: new Date('2027-02-10T00:00:00Z') })
  expect(ended?.invoices).toHaveLength(1)
  expect(await shop.takeEvents()).toEqual(['subscription-ended'])
  await expect(shop.payments.setRenewal(subscriptionId, true)).rejects.toMatchObject(failed)
})

test('end: an ended order can no longer be paid', async () => {
  const { payment, subscriptionId } = await shop.order()
  await shop.payments.pay(accountId, payment.clientSecret, cardThat('needs-authentication'))
  await shop.payments.end(subscriptionId)
  await expect(shop.payments.authenticate(accountId, payment.clientSecret, true)).rejects.toMatchObject({
    code: 'payment-not-found',
  })
  expect(shop.ledger.dump()).not.toContain('3184')
  await expect(
    shop.payments.pay(accountId, payment.clientSecret, cardThat('succeeds')),
  ).rejects.toMatchObject({ code: 'payment-not-found' })
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'cancelled' })
})

test('refund: refunds the whole payment once', async () => {
  const begun = await shop.order()
  await expect(shop.payments.refund(begun.payment.intentId)).rejects.toMatchObject(failed)
  await expect(shop.payments.refund('pi_test_unknown')).rejects.toMatchObject(failed)
  await shop.payments.pay(accountId, begun.payment.clientSecret, cardThat('succeeds'))
  await shop.takeEvents()
  await Promise.all([
    shop.payments.refund(begun.payment.intentId),
    shop.payments.refund(begun.payment.intentId),
  ])
  expect(await shop.payments.findPayment(begun.payment.intentId)).toMatchObject({
    status: 'succeeded',
    refunded: 499,
  })
  expect(await shop.takeEvents()).toEqual(['refunded'])
})

test('SUB-07 portalUrl: returns the built-in billing page', async () => {
  const { customerId } = await shop.order()
  expect(
    await shop.payments.portalUrl(customerId, 'https://files.example.org/profile?tab=subscription'),
  ).toBe('/test-billing')
})

test('forget: removes all data of the customer and no other', async () => {
  const { customerId, subscriptionId } = await shop.subscribe()
  const other = await shop.subscribe('succeeds', { accountId: 'another' })
  await shop.payments.deleteCustomer(customerId)
  await shop.payments.deleteCustomer(customerId)
  expect(shop.ledger.dump()).not.toContain(accountId)
  expect(await shop.payments.findSubscription(subscriptionId)).toBeUndefined()
  expect(await shop.payments.cardOf(accountId)).toBeUndefined()
  await expect(shop.payments.addCredit(customerId, 1, 'x')).rejects.toMatchObject(failed)
  expect(await shop.payments.creditOf(customerId)).toBe(0)
  await shop.advanceTo('2027-03-01T00:00:00Z')
  expect(await shop.payments.findSubscription(other.subscriptionId)).toMatchObject({ status: 'active' })
  expect((await shop.order()).payment.amount).toBe(499)
})

test('begin: removes unpaid orders a week after they expired', async () => {
  const unpaid = await shop.order()
  const paid = await shop.subscribe()
  await shop.payments.end(paid.subscriptionId)
  await shop.advanceTo('2027-02-01T09:00:00Z')
  shop.setClock('2027-02-08T09:00:00Z')
  await shop.order()
  expect(await shop.payments.findPayment(unpaid.payment.intentId)).toMatchObject({ status: 'cancelled' })
  shop.setClock('2027-02-08T09:00:00.001Z')
  await shop.order()
  expect(await shop.payments.findPayment(unpaid.payment.intentId)).toBeUndefined()
  expect(shop.ledger.dump()).not.toContain(unpaid.payment.intentId)
  expect(await shop.payments.findSubscription(paid.subscriptionId)).toMatchObject({ status: 'ended' })
})
