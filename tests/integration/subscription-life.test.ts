/** The whole life of a subscription, by the calendar. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPaymentIntent } from '../../packages/server/src/domain/billing/create-payment-intent.ts'
import { describeBilling } from '../../packages/server/src/domain/billing/describe-billing.ts'
import {
  cancelSubscription,
  refundSubscription,
  resumeSubscription,
} from '../../packages/server/src/domain/billing/end-subscription.ts'
import { sweepBilling } from '../../packages/server/src/domain/billing/sweep-billing.ts'
import { updateSubscription } from '../../packages/server/src/domain/billing/update-subscription.ts'
import { type BillingStage, setBillingStage } from '../support/billing-stage.ts'

let stage: BillingStage
beforeEach(async () => {
  stage = await setBillingStage('2026-01-31T12:00:00Z')
})
afterEach(() => stage.close())

const failsLater = '4000000000000341'
const isDisputed = '4000000000000259'

async function subscriptionOf(account: { id: string }) {
  return (await describeBilling(stage.deps, await stage.account(account.id))).subscription
}

test('month by month it renews, with an invoice and a receipt for each', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99)
  await stage.goTo('2026-04-15T12:00:00Z')
  const { subscription, invoices } = await describeBilling(stage.deps, account)
  expect(subscription).toMatchObject({ status: 'active', periodEnd: '2026-04-30T12:00:00.000Z' })
  // From the last day of January to the last days of shorter months.
  expect(invoices.map(({ paidAt }) => paidAt.slice(0, 10)).reverse()).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
  ])
  expect(await stage.takeMails()).toEqual(['receipt', 'receipt', 'receipt'])
  expect(await stage.planOf(account)).toBe('basic')
})

test('SUB-09 cancelled, it holds to the end of the period; then the account is Free', async () => {
  const account = await stage.register()
  await stage.buy(account, 9.99)
  await stage.goTo('2026-02-10T12:00:00Z')
  await cancelSubscription(stage.deps, account)
  await stage.goTo('2026-02-28T11:59:59Z')
  expect(await stage.planOf(account)).toBe('pro')
  await stage.goTo('2026-02-28T12:00:00Z')
  expect(await stage.planOf(account)).toBe('free')
  await stage.goTo('2026-04-01T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'ended' })
  expect((await describeBilling(stage.deps, account)).invoices).toHaveLength(1)
  expect(await stage.takeMails()).toEqual(['receipt', 'plan-cancelled', 'plan-ended'])
})

test('resumed in time, it renews as if nothing had been', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99)
  await cancelSubscription(stage.deps, account)
  await stage.goTo('2026-02-20T12:00:00Z')
  await resumeSubscription(stage.deps, account)
  await stage.goTo('2026-03-05T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'active' })
  expect((await describeBilling(stage.deps, account)).invoices).toHaveLength(2)
})

test('a renewal that fails leaves days of grace, is told once, and ends with Free', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99, failsLater)
  await stage.goTo('2026-03-01T12:00:00Z')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'past-due' })
  expect(await stage.planOf(account)).toBe('basic')
  await stage.goTo('2026-03-15T12:00:00Z')
  expect(await stage.planOf(account)).toBe('free')
  expect(await subscriptionOf(account)).toMatchObject({ status: 'ended' })
  expect(await stage.takeMails()).toEqual(['receipt', 'payment-failed', 'plan-ended'])
})

test('another card within the days of grace keeps the plan', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99, failsLater)
  await stage.goTo('2026-03-01T12:00:00Z')
  await stage.payments.replaceCard(account.id, { number: '5555555555554444', expiry: '12/60', cvc: '123' })
  await stage.deliver()
  expect(await subscriptionOf(account)).toMatchObject({ status: 'active' })
  await stage.goTo('2026-03-20T12:00:00Z')
  expect(await stage.planOf(account)).toBe('basic')
})

test('what is owed can be cancelled too, and ends at once', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99, failsLater)
  await stage.goTo('2026-03-01T12:00:00Z')
  expect(await cancelSubscription(stage.deps, account)).toMatchObject({ status: 'ended' })
  expect(await stage.planOf(account)).toBe('free')
})

test('when no news comes at all, the sweep finds out by itself: renewals and ends', async () => {
  const renewing = await stage.register()
  const leaving = await stage.register()
  await stage.buy(renewing, 4.99)
  await stage.buy(leaving, 9.99)
  await cancelSubscription(stage.deps, leaving)
  await stage.goTo('2026-03-03T12:00:00Z', { isDeaf: true })
  expect(await subscriptionOf(renewing)).toMatchObject({
    status: 'active',
    periodEnd: '2026-03-31T12:00:00.000Z',
  })
  expect(await stage.planOf(leaving)).toBe('free')
})

test('a payment whose page was closed and whose news was lost makes the plan all the same', async () => {
  const account = await stage.register()
  await stage.pay(account, 4.99)
  await stage.goTo('2026-02-02T12:00:00Z', { isDeaf: true })
  expect(await stage.planOf(account)).toBe('basic')
})

test('a checkout that nobody paid is closed after a day and can be paid no more', async () => {
  const account = await stage.register()
  const { clientSecret } = await createPaymentIntent(stage.deps, account, { amount: 4.99 })
  await stage.goTo('2026-02-02T13:00:00Z')
  const card = { number: '4242424242424242', expiry: '12/60', cvc: '123' }
  await expect(stage.payments.pay(account.id, String(clientSecret), card)).rejects.toThrow()
  expect(await stage.deps.billing.listOpenCheckouts(new Date('2030-01-01'), 10)).toEqual([])
})

test('a year lasts a year', async () => {
  const account = await stage.register()
  await stage.buy(account, 95.9)
  await stage.goTo('2027-02-01T12:00:00Z')
  const { subscription, invoices } = await describeBilling(stage.deps, account)
  expect(subscription).toMatchObject({ status: 'active', periodEnd: '2028-01-31T12:00:00.000Z' })
  expect(invoices.map(({ amount }) => amount)).toEqual([9590, 9590])
})

test('half a month of Basic is taken off Pro, whose month begins anew', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99)
  await stage.goTo('2026-02-14T12:00:00Z')
  await stage.buy(account, 9.99)
  const { subscription, invoices } = await describeBilling(stage.deps, account)
  expect(subscription).toMatchObject({ plan: 'pro', periodEnd: '2026-03-14T12:00:00.000Z' })
  expect(invoices.map(({ amount }) => amount)).toEqual([999 - 249, 499])
  await stage.goTo('2026-03-20T12:00:00Z')
  const after = await describeBilling(stage.deps, account)
  // Renewals cost the whole price, and Basic renews no more.
  expect(after.invoices.map(({ amount, plan }) => [plan, amount])).toEqual([
    ['pro', 999],
    ['pro', 750],
    ['basic', 499],
  ])
})

test('credit is used however often the checkout is opened, and comes back when it is left', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99)
  const { customerId = '' } = (await stage.deps.billing.findSubscription(account.id)) ?? {}
  await stage.payments.addCredit(customerId, 300, 'a gift')
  await stage.goTo('2026-03-30T12:00:00Z')
  await stage.payments.addCredit(customerId, 300, 'another gift')
  const first = await createPaymentIntent(stage.deps, account, { amount: 9.99 })
  const again = await createPaymentIntent(stage.deps, account, { amount: 9.99 })
  expect(again).toEqual(first)
  expect(first.quote).toMatchObject({ balance: 300 })
  const other = await createPaymentIntent(stage.deps, account, { amount: 95.9 })
  expect(other.quote).toMatchObject({ balance: 300 })
  await stage.goTo('2026-03-31T11:00:00Z')
  expect((await createPaymentIntent(stage.deps, account, { amount: 9.99 })).quote.balance).toBe(300)
})

test('a plan that was bought twice in two windows is paid for once', async () => {
  const account = await stage.register()
  const { clientSecret } = await createPaymentIntent(stage.deps, account, { amount: 4.99 })
  const card = { number: '4242424242424242', expiry: '12/60', cvc: '123' }
  const { paymentIntentId } = await stage.payments.pay(account.id, String(clientSecret), card)
  // The other window opens before anybody has heard of the payment.
  await expect(createPaymentIntent(stage.deps, account, { amount: 4.99 })).rejects.toThrow(
    'You are on the Basic plan already.',
  )
  expect(await updateSubscription(stage.deps, account, { paymentIntentId })).toBe('basic')
})

test('news comes late, doubled and in the wrong order: it ends the same', async () => {
  const account = await stage.register()
  const paymentIntentId = await stage.pay(account, 4.99)
  const events = await stage.payments.listOutgoing()
  expect(events.length).toBeGreaterThan(0)
  for (const { rawBody, signature } of [...events, ...events].reverse())
    await stage.receive(rawBody, signature)
  expect(await updateSubscription(stage.deps, account, { paymentIntentId })).toBe('basic')
  await stage.deliver()
  expect((await describeBilling(stage.deps, account)).invoices).toHaveLength(1)
  expect(await stage.takeMails()).toEqual(['receipt'])
})

test('browser and news at the same moment make one plan, one invoice and one receipt', async () => {
  const account = await stage.register()
  const paymentIntentId = await stage.pay(account, 4.99)
  await Promise.all([
    updateSubscription(stage.deps, account, { paymentIntentId }),
    stage.deliver(),
    updateSubscription(stage.deps, account, { paymentIntentId }),
    sweepBilling(stage.deps),
  ])
  expect((await describeBilling(stage.deps, account)).invoices).toHaveLength(1)
  expect(await stage.takeMails()).toEqual(['receipt'])
})

test('sweeps in several processes renew once', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99)
  await stage.goTo('2026-02-27T12:00:00Z')
  await stage.goTo('2026-03-01T12:00:00Z', { isDeaf: true })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await stage.payments.advance()
      await stage.deliver()
      await sweepBilling(stage.deps)
    }),
  )
  expect((await describeBilling(stage.deps, account)).invoices).toHaveLength(2)
  expect(await stage.takeMails()).toEqual(['receipt', 'receipt'])
})

test('PLAN-25 money comes back until the fourteenth day, and not after it', async () => {
  const early = await stage.register()
  const late = await stage.register()
  await stage.buy(early, 47.9)
  await stage.buy(late, 47.9)
  await stage.goTo('2026-02-14T11:00:00Z')
  await refundSubscription(stage.deps, early)
  expect(await stage.planOf(early)).toBe('free')
  await stage.goTo('2026-02-14T12:00:00Z')
  await expect(refundSubscription(stage.deps, late)).rejects.toThrow('14 days')
  expect(await stage.planOf(late)).toBe('basic')
})

test('a disputed payment pays for nothing any more', async () => {
  const account = await stage.register()
  await stage.buy(account, 4.99, isDisputed)
  await stage.goTo('2026-02-05T12:00:00Z')
  const { invoices, subscription } = await describeBilling(stage.deps, account)
  expect(invoices).toMatchObject([{ status: 'disputed' }])
  expect(subscription?.status).toBe('ended')
  expect(await stage.planOf(account)).toBe('free')
})

test('a refund by the operator ends what it paid for', async () => {
  const account = await stage.register()
  const paymentIntentId = await stage.buy(account, 4.99)
  await stage.payments.refund(paymentIntentId)
  await stage.deliver()
  expect(await stage.planOf(account)).toBe('free')
  expect((await describeBilling(stage.deps, account)).invoices).toMatchObject([{ status: 'refunded' }])
  expect(await stage.takeMails()).toEqual(['receipt', 'money-returned'])
})

test('news for an account that is gone is heard and changes nothing', async () => {
  const account = await stage.register()
  await stage.pay(account, 4.99)
  const events = await stage.payments.listOutgoing()
  await stage.database.pool.query('delete from users where id = $1', [account.id])
  for (const { rawBody, signature } of events) await stage.receive(rawBody, signature)
  expect(await stage.takeMails()).toEqual([])
})

test('a payment that comes after the plan changed elsewhere is given back', async () => {
  const account = await stage.register()
  const paymentIntentId = await stage.pay(account, 4.99)
  const day = (count: number) => new Date(Date.UTC(2026, 0, 31 + count))
  await stage.deps.billing.change(account.id, transaction =>
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
  await expect(updateSubscription(stage.deps, account, { paymentIntentId })).rejects.toThrow('given back')
  expect(await stage.planOf(account)).toBe('pro')
  expect((await describeBilling(stage.deps, account)).invoices).toMatchObject([{ status: 'refunded' }])
  expect(await stage.takeMails()).toEqual(['money-returned'])
})
