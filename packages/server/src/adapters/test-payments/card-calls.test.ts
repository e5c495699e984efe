import { declineReasons, testCards } from '@filesmith/contract/test-cards'
import { beforeEach, expect, test } from 'vitest'
import { accountId, cardThat, openTestShop, type TestShop } from './test-shop.test-support.ts'

let shop: TestShop
beforeEach(() => {
  shop = openTestShop('2027-01-15T10:00:00Z')
})

const failsFor = (reason: keyof typeof declineReasons) => ({
  code: 'payment-failed',
  status: 402,
  message: declineReasons[reason],
})

test.each(testCards.filter(({ outcome }) => outcome === 'succeeds'))(
  'PAY-09 test payments: $label pays',
  async ({ number }) => {
    const { payment, subscriptionId } = await shop.order()
    const cvc = number.startsWith('37') ? '1234' : '123'
    const spaced = number.replace(/(.{4})/g, '$1 ')
    expect(
      await shop.payments.pay(accountId, payment.clientSecret, { number: spaced, expiry: '3/28', cvc }),
    ).toEqual({ paymentIntentId: payment.intentId, status: 'succeeded' })
    expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({
      status: 'succeeded',
      amount: 499,
    })
    expect(await shop.payments.findSubscription(subscriptionId)).toMatchObject({ status: 'active' })
    expect(await shop.payments.cardOf(accountId)).toMatchObject({
      lastFour: number.slice(-4),
      expiry: '03/28',
    })
    expect(shop.ledger.dump()).not.toContain(number)
  },
)

test.each(['declined', 'insufficient-funds', 'expired', 'wrong-cvc', 'processing-error'] as const)(
  'PAY-13 test payments: a declined card (%s) gives the reason, and another card can be used',
  async outcome => {
    const { payment, subscriptionId } = await shop.order()
    await expect(shop.payments.pay(accountId, payment.clientSecret, cardThat(outcome))).rejects.toMatchObject(
      failsFor(outcome),
    )
    expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
    expect(await shop.payments.findSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
    expect(await shop.payments.cardOf(accountId)).toBeUndefined()
    expect(await shop.takeEvents()).toEqual(['payment-failed'])

    await shop.payments.pay(accountId, payment.clientSecret, cardThat('succeeds'))
    expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'succeeded' })
    expect(await shop.takeEvents()).toEqual(['payment-succeeded', 'subscription-updated'])
  },
)

test('PAY-09 test payments: a card with 3-D Secure pays only after authentication', async () => {
  const { payment } = await shop.order()
  const needed = { paymentIntentId: payment.intentId, status: 'needs-authentication' }
  const { clientSecret } = payment
  await expect(shop.payments.authenticate(accountId, clientSecret, true)).rejects.toMatchObject({
    code: 'payment-not-done',
  })
  expect(await shop.payments.pay(accountId, clientSecret, cardThat('needs-authentication'))).toEqual(needed)
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
  expect(await shop.takeEvents()).toEqual([])

  await expect(shop.payments.authenticate(accountId, clientSecret, false)).rejects.toMatchObject(
    failsFor('not-authenticated'),
  )
  await expect(shop.payments.authenticate(accountId, clientSecret, true)).rejects.toMatchObject({
    code: 'payment-not-done',
  })
  expect(await shop.payments.pay(accountId, clientSecret, cardThat('needs-authentication'))).toEqual(needed)
  const paid = { paymentIntentId: payment.intentId, status: 'succeeded' }
  expect(await shop.payments.authenticate(accountId, clientSecret, true)).toEqual(paid)
  expect(await shop.payments.authenticate(accountId, clientSecret, true)).toEqual(paid)
  expect(await shop.payments.cardOf(accountId)).toEqual({ brand: 'Visa', lastFour: '3184', expiry: '12/49' })
  expect(await shop.takeEvents()).toEqual(['payment-failed', 'payment-succeeded', 'subscription-updated'])
})

test('test payments: another card cancels a pending authentication', async () => {
  const { payment } = await shop.order()
  await shop.payments.pay(accountId, payment.clientSecret, cardThat('needs-authentication'))
  await expect(
    shop.payments.pay(accountId, payment.clientSecret, cardThat('declined')),
  ).rejects.toMatchObject(failsFor('declined'))
  await expect(shop.payments.authenticate(accountId, payment.clientSecret, true)).rejects.toMatchObject({
    code: 'payment-not-done',
  })
})

test('PAY-10 test payments: concurrent and repeated submissions charge once', async () => {
  const { payment, subscriptionId } = await shop.order()
  const send = () => shop.payments.pay(accountId, payment.clientSecret, cardThat('succeeds'))
  const replies = await Promise.all([send(), send(), send()])
  const paid = { paymentIntentId: payment.intentId, status: 'succeeded' }
  expect(replies).toEqual([paid, paid, paid])
  // Whatever card follows.
  expect(await shop.payments.pay(accountId, payment.clientSecret, cardThat('declined'))).toEqual(paid)
  expect((await shop.payments.findSubscription(subscriptionId))?.invoices).toHaveLength(1)
  expect(await shop.takeEvents()).toEqual(['payment-succeeded', 'subscription-updated'])
})

test('test payments: rejects client secrets of other accounts and invalid ones', async () => {
  const { payment } = await shop.order()
  await shop.order({ accountId: 'another' })
  const notFound = { code: 'payment-not-found' }
  const card = cardThat('succeeds')
  const wrong = `${payment.intentId}_secret_${'x'.repeat(32)}`
  await expect(shop.payments.pay('another', payment.clientSecret, card)).rejects.toMatchObject(notFound)
  await expect(shop.payments.authenticate('another', payment.clientSecret, true)).rejects.toMatchObject(
    notFound,
  )
  for (const secret of [wrong, payment.intentId, '', 'cus_test_a-smith_secret_x'])
    await expect(shop.payments.pay(accountId, secret, card)).rejects.toMatchObject(notFound)
  expect(await shop.payments.findPayment(payment.intentId)).toMatchObject({ status: 'open' })
})

test('test payments: a real card number is rejected and stored nowhere', async () => {
  const { payment } = await shop.order()
  const before = shop.ledger.dump()
  const real = '4111111111111111'
  const failures = await Promise.all([
    shop.payments
      .pay(accountId, payment.clientSecret, { ...cardThat('succeeds'), number: real })
      .catch(e => e),
    shop.payments.replaceCard(accountId, { ...cardThat('succeeds'), number: real }).catch(e => e),
  ])
  for (const failure of failures) {
    expect(failure).toMatchObject(failsFor('not-a-test-card'))
    expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain(real)
  }
  expect(shop.ledger.dump()).toBe(before)
})

test.each([
  [{ expiry: '12/26' }, 'expired'],
  [{ expiry: '13/30' }, 'wrong-expiry'],
  [{ expiry: '' }, 'wrong-expiry'],
  [{ cvc: '12' }, 'wrong-cvc'],
  [{ cvc: '1234' }, 'wrong-cvc'],
] as const)('PAY-13 test payments: a card with %j is declined: %s', async (typed, reason) => {
  const { payment } = await shop.order()
  await expect(
    shop.payments.pay(accountId, payment.clientSecret, { ...cardThat('succeeds'), ...typed }),
  ).rejects.toMatchObject(failsFor(reason))
})

test('SUB-07 test payments: replaces the card unless it is declined or the customer is missing', async () => {
  await expect(shop.payments.replaceCard(accountId, cardThat('succeeds'))).rejects.toMatchObject({
    code: 'nothing-to-manage',
  })
  await shop.subscribe()
  for (const [outcome, reason] of [
    ['declined', 'declined'],
    ['needs-authentication', 'not-authenticated'],
  ] as const)
    await expect(shop.payments.replaceCard(accountId, cardThat(outcome))).rejects.toMatchObject(
      failsFor(reason),
    )
  expect(await shop.payments.cardOf(accountId)).toMatchObject({ lastFour: '4242' })
  await shop.payments.replaceCard(accountId, { ...cardThat('succeeds'), number: '5555555555554444' })
  expect(await shop.payments.cardOf(accountId)).toEqual({
    brand: 'Mastercard',
    lastFour: '4444',
    expiry: '12/49',
  })
})
