/** Subscription lifecycle with test payments and a fake clock. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeUser } from '../../packages/server/src/domain/accounts/accounts.ts'
import {
  createPaymentIntent,
  payWithCardOnFile,
  updateSubscription,
} from '../../packages/server/src/domain/billing/checkouts.ts'
import { describeBilling } from '../../packages/server/src/domain/billing/invoices.ts'
import { sweepBilling } from '../../packages/server/src/domain/billing/payment-events.ts'
import {
  cancelSubscription,
  refundSubscription,
  resumeSubscription,
} from '../../packages/server/src/domain/billing/subscriptions.ts'
import { type BillingFixture, createBillingFixture } from '../support/billing-fixture.ts'

let fixture: BillingFixture
beforeEach(async () => {
  fixture = await createBillingFixture('2026-01-31T12:00:00Z')
})
afterEach(() => fixture.close())

const failsLater = '4000000000000341'
const isDisputed = '4000000000000259'

/** As the profile shows it. */
async function shownPlan({ id }: { id: string }) {
  const usage = { remaining: null, total: null }
  return describeUser(await fixture.account(id), usage, fixture.deps.now()).subscription
}

async function subscriptionOf(account: { id: string }) {
  return (await describeBilling(fixture.deps, await fixture.account(account.id))).subscription
}

test('subscription: renews monthly with an invoice and a receipt', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  await fixture.advanceTo('2026-04-15T12:00:00Z')
  const { subscription, invoices } = await describeBilling(fixture.deps, account)
  expect(subscription).toMatchObject({ status: 'active', periodEnd: '2026-04-30T12:00:00.000Z' })
  // The anchor is the 31st; shorter months use their last day.
  expect(invoices.map(({ paidAt }) => paidAt.slice(0, 10)).reverse()).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
  ])
  expect(await fixture.takeMails()).toEqual(['receipt', 'receipt', 'receipt'])
  expect(await fixture.planOf(account)).toBe('basic')
})

test('SUB-09 cancelSubscription: the plan stays until the period ends, then the account is Free', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 9.99)
  await fixture.advanceTo('2026-02-10T12:00:00Z')
  await cancelSubscription(fixture.deps, account)
  await fixture.advanceTo('2026-02-28T11:59:59Z')
  expect(await fixture.planOf(account)).toBe('pro')
  await fixture.advanceTo('2026-02-28T12:00:00Z')
  expect(await fixture.planOf(account)).toBe('free')
  await fixture.advanceTo('2026-04-01T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'ended' })
  expect((await describeBilling(fixture.deps, account)).invoices).toHaveLength(1)
  expect(await fixture.takeMails()).toEqual(['receipt', 'plan-cancelled', 'plan-ended'])
})

test('resumeSubscription: renews as before', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  await cancelSubscription(fixture.deps, account)
  await fixture.advanceTo('2026-02-20T12:00:00Z')
  await resumeSubscription(fixture.deps, account)
  await fixture.advanceTo('2026-03-05T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'active' })
  expect((await describeBilling(fixture.deps, account)).invoices).toHaveLength(2)
})

test('failed renewal: grace period, one mail, then Free', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99, failsLater)
  await fixture.advanceTo('2026-03-01T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'past-due' })
  expect(await fixture.planOf(account)).toBe('basic')
  await fixture.advanceTo('2026-03-15T12:00:00Z')
  expect(await fixture.planOf(account)).toBe('free')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'ended' })
  expect(await fixture.takeMails()).toEqual(['receipt', 'payment-failed', 'plan-ended'])
})

test('failed renewal: a new card within the grace period keeps the plan', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99, failsLater)
  await fixture.advanceTo('2026-03-01T12:00:00Z')
  await fixture.payments.replaceCard(account.id, { number: '5555555555554444', expiry: '12/60', cvc: '123' })
  await fixture.deliver()
  expect(await subscriptionOf(account)).toMatchObject({ status: 'active' })
  await fixture.advanceTo('2026-03-20T12:00:00Z')
  expect(await fixture.planOf(account)).toBe('basic')
})

test('cancelSubscription: ends a past due subscription at once', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99, failsLater)
  await fixture.advanceTo('2026-03-01T12:00:00Z')
  expect(await cancelSubscription(fixture.deps, account)).toMatchObject({ status: 'ended' })
  expect(await fixture.planOf(account)).toBe('free')
})

test('sweepBilling: detects renewals and ends without events', async () => {
  const renewing = await fixture.register()
  const leaving = await fixture.register()
  await fixture.buy(renewing, 4.99)
  await fixture.buy(leaving, 9.99)
  await cancelSubscription(fixture.deps, leaving)
  await fixture.advanceTo('2026-03-03T12:00:00Z', { areEventsLost: true })
  expect(await subscriptionOf(renewing)).toMatchObject({
    status: 'active',
    periodEnd: '2026-03-31T12:00:00.000Z',
  })
  expect(await fixture.planOf(leaving)).toBe('free')
})

test('sweepBilling: activates a paid plan without browser and event', async () => {
  const account = await fixture.register()
  await fixture.pay(account, 4.99)
  await fixture.advanceTo('2026-02-02T12:00:00Z', { areEventsLost: true })
  expect(await fixture.planOf(account)).toBe('basic')
})

test('sweepBilling: closes an unpaid checkout after a day', async () => {
  const account = await fixture.register()
  const { clientSecret } = await createPaymentIntent(fixture.deps, account, { amount: 4.99 })
  await fixture.advanceTo('2026-02-02T13:00:00Z')
  const card = { number: '4242424242424242', expiry: '12/60', cvc: '123' }
  await expect(fixture.payments.pay(account.id, String(clientSecret), card)).rejects.toThrow()
  expect(await fixture.deps.billing.listOpenCheckouts(new Date('2030-01-01'), 10)).toEqual([])
})

test('subscription: renews yearly', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 95.9)
  await fixture.advanceTo('2027-02-01T12:00:00Z', { stepDays: 6 })
  const { subscription, invoices } = await describeBilling(fixture.deps, account)
  expect(subscription).toMatchObject({ status: 'active', periodEnd: '2028-01-31T12:00:00.000Z' })
  expect(invoices.map(({ amount }) => amount)).toEqual([9590, 9590])
})

test('plan change: credits the rest of Basic and starts a new period for Pro', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  await fixture.advanceTo('2026-02-14T12:00:00Z')
  await fixture.buy(account, 9.99)
  const { subscription, invoices } = await describeBilling(fixture.deps, account)
  expect(subscription).toMatchObject({ plan: 'pro', periodEnd: '2026-03-14T12:00:00.000Z' })
  expect(invoices.map(({ amount }) => amount)).toEqual([999 - 249, 499])
  await fixture.advanceTo('2026-03-20T12:00:00Z')
  const after = await describeBilling(fixture.deps, account)
  // Renewals cost the full price, and Basic no longer renews.
  expect(after.invoices.map(({ amount, plan }) => [plan, amount])).toEqual([
    ['pro', 999],
    ['pro', 750],
    ['basic', 499],
  ])
})

test('createPaymentIntent: applies credit once, and returns it when the checkout is abandoned', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  const { customerId = '' } = (await fixture.deps.billing.findSubscription(account.id)) ?? {}
  await fixture.payments.addCredit(customerId, 300, 'a gift')
  await fixture.advanceTo('2026-03-30T12:00:00Z')
  await fixture.payments.addCredit(customerId, 300, 'another gift')
  const first = await createPaymentIntent(fixture.deps, account, { amount: 9.99 })
  const again = await createPaymentIntent(fixture.deps, account, { amount: 9.99 })
  expect(again).toEqual(first)
  expect(first.quote).toMatchObject({ balance: 300 })
  const other = await createPaymentIntent(fixture.deps, account, { amount: 95.9 })
  expect(other.quote).toMatchObject({ balance: 300 })
  await fixture.advanceTo('2026-03-31T11:00:00Z')
  expect((await createPaymentIntent(fixture.deps, account, { amount: 9.99 })).quote.balance).toBe(300)
})

test('createPaymentIntent: rejects a second purchase while the first payment is unprocessed', async () => {
  const account = await fixture.register()
  const { clientSecret } = await createPaymentIntent(fixture.deps, account, { amount: 4.99 })
  const card = { number: '4242424242424242', expiry: '12/60', cvc: '123' }
  const { paymentIntentId } = await fixture.payments.pay(account.id, String(clientSecret), card)
  // The second window opens before the payment event arrives.
  await expect(createPaymentIntent(fixture.deps, account, { amount: 4.99 })).rejects.toThrow(
    'You are already on the Basic plan.',
  )
  expect(await updateSubscription(fixture.deps, account, { paymentIntentId })).toBe('basic')
})

test('receivePaymentEvent: late, duplicate and reordered events have the same result', async () => {
  const account = await fixture.register()
  const paymentIntentId = await fixture.pay(account, 4.99)
  const events = await fixture.payments.listOutgoing()
  expect(events.length).toBeGreaterThan(0)
  for (const { rawBody, signature } of [...events, ...events].reverse())
    await fixture.receive(rawBody, signature)
  expect(await updateSubscription(fixture.deps, account, { paymentIntentId })).toBe('basic')
  await fixture.deliver()
  expect((await describeBilling(fixture.deps, account)).invoices).toHaveLength(1)
  expect(await fixture.takeMails()).toEqual(['receipt'])
})

test('updateSubscription: concurrent with events and sweep creates one invoice and one receipt', async () => {
  const account = await fixture.register()
  const paymentIntentId = await fixture.pay(account, 4.99)
  await Promise.all([
    updateSubscription(fixture.deps, account, { paymentIntentId }),
    fixture.deliver(),
    updateSubscription(fixture.deps, account, { paymentIntentId }),
    sweepBilling(fixture.deps),
  ])
  expect((await describeBilling(fixture.deps, account)).invoices).toHaveLength(1)
  expect(await fixture.takeMails()).toEqual(['receipt'])
})

test('sweepBilling: concurrent sweeps renew once', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  await fixture.advanceTo('2026-02-27T12:00:00Z')
  await fixture.advanceTo('2026-03-01T12:00:00Z', { areEventsLost: true })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await fixture.payments.advance()
      await fixture.deliver()
      await sweepBilling(fixture.deps)
    }),
  )
  expect((await describeBilling(fixture.deps, account)).invoices).toHaveLength(2)
  expect(await fixture.takeMails()).toEqual(['receipt', 'receipt'])
})

test('PLAN-25 refundSubscription: refunds until the fourteenth day, not after it', async () => {
  const early = await fixture.register()
  const late = await fixture.register()
  await fixture.buy(early, 47.9)
  await fixture.buy(late, 47.9)
  await fixture.advanceTo('2026-02-14T11:00:00Z')
  await refundSubscription(fixture.deps, early)
  expect(await fixture.planOf(early)).toBe('free')
  expect(await shownPlan(early)).toEqual({ plan: 'free', expiryDate: null })
  await fixture.advanceTo('2026-02-14T12:00:00Z')
  await expect(refundSubscription(fixture.deps, late)).rejects.toThrow('14 days')
  expect(await fixture.planOf(late)).toBe('basic')
})

test('dispute: ends the subscription', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99, isDisputed)
  await fixture.advanceTo('2026-02-05T12:00:00Z')
  const { invoices, subscription } = await describeBilling(fixture.deps, account)
  expect(invoices).toMatchObject([{ status: 'disputed' }])
  expect(subscription?.status).toBe('ended')
  expect(await fixture.planOf(account)).toBe('free')
})

test('refund at the provider: ends the subscription', async () => {
  const account = await fixture.register()
  const paymentIntentId = await fixture.buy(account, 4.99)
  await fixture.payments.refund(paymentIntentId)
  await fixture.deliver()
  expect(await fixture.planOf(account)).toBe('free')
  expect(await shownPlan(account)).toEqual({ plan: 'free', expiryDate: null })
  expect((await describeBilling(fixture.deps, account)).invoices).toMatchObject([{ status: 'refunded' }])
  expect(await fixture.takeMails()).toEqual(['receipt', 'money-returned'])
})

test('payWithCardOnFile: a change is paid with the card of the current plan', async () => {
  const account = await fixture.register()
  await fixture.buy(account, 4.99)
  const { clientSecret, card } = await createPaymentIntent(fixture.deps, account, { amount: 9.99, planId: 3 })
  expect(card).toMatchObject({ brand: 'Visa', lastFour: '4242' })
  const paid = await payWithCardOnFile(fixture.deps, account, clientSecret ?? '')
  expect(paid.status).toBe('succeeded')
  expect(await updateSubscription(fixture.deps, account, { paymentIntentId: paid.paymentIntentId })).toBe(
    'pro',
  )
  const other = await fixture.register()
  await expect(payWithCardOnFile(fixture.deps, other, clientSecret ?? '')).rejects.toThrow()
})

test('createPaymentIntent: a first plan has no card on file', async () => {
  const account = await fixture.register()
  expect(await createPaymentIntent(fixture.deps, account, { amount: 4.99 })).not.toHaveProperty('card')
})

test('receivePaymentEvent: ignores events of a deleted account', async () => {
  const account = await fixture.register()
  await fixture.pay(account, 4.99)
  const events = await fixture.payments.listOutgoing()
  await fixture.database.pool.query('delete from users where id = $1', [account.id])
  for (const { rawBody, signature } of events) await fixture.receive(rawBody, signature)
  expect(await fixture.takeMails()).toEqual([])
})

test('updateSubscription: refunds a payment after the plan changed elsewhere', async () => {
  const account = await fixture.register()
  const paymentIntentId = await fixture.pay(account, 4.99)
  const day = (count: number) => new Date(Date.UTC(2026, 0, 31 + count))
  await fixture.deps.billing.change(account.id, transaction =>
    transaction.saveSubscription({
      accountId: account.id,
      plan: 'pro',
      interval: 'month',
      price: 999,
      status: 'active',
      provider: 'test',
      subscriptionId: 'sub_test_elsewhere',
      customerId: 'cus_test_elsewhere',
      periodStart: day(0),
      expiresAt: day(28),
      accessUntil: day(35),
      startedAt: day(0),
      checkedAt: day(0),
    }),
  )
  await expect(updateSubscription(fixture.deps, account, { paymentIntentId })).rejects.toThrow('was refunded')
  expect(await fixture.planOf(account)).toBe('pro')
  expect((await describeBilling(fixture.deps, account)).invoices).toMatchObject([{ status: 'refunded' }])
  expect(await fixture.takeMails()).toEqual(['money-returned'])
})
