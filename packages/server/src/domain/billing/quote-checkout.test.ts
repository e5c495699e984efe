import { expect, test } from 'vitest'
import type { SubscriptionRecord } from '../../ports/billing-store.ts'
import { quoteCheckout } from './quote-checkout.ts'

const march = (day: number) => new Date(Date.UTC(2026, 2, day))
const basic: SubscriptionRecord = {
  accountId: 'u_1',
  plan: 'basic',
  interval: 'month',
  price: 499,
  status: 'active',
  provider: 'test',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  periodStart: march(1),
  expiresAt: march(31),
  accessUntil: new Date(Date.UTC(2026, 3, 7)),
  startedAt: march(1),
  checkedAt: march(1),
}
const proMonth = { plan: 'pro', interval: 'month', price: 999 } as const
const basicMonth = { plan: 'basic', interval: 'month', price: 499 } as const
const proYear = { plan: 'pro', interval: 'year', price: 9590 } as const

test('somebody without a plan pays its price', () => {
  expect(quoteCheckout(undefined, proMonth, 0, march(1))).toEqual({
    ...proMonth,
    kind: 'new',
    credit: 0,
    balance: 0,
    due: 999,
    creditLeft: 0,
  })
})

test.each([
  { at: march(1), credit: 499, due: 500 },
  { at: march(16), credit: 249, due: 750 },
  { at: march(30), credit: 16, due: 983 },
  // In days of grace nothing that was paid is left.
  { at: new Date(Date.UTC(2026, 3, 2)), credit: 0, due: 999 },
])('the unused part of Basic is taken off Pro on $at', ({ at, credit, due }) => {
  expect(quoteCheckout(basic, proMonth, 0, at)).toMatchObject({ kind: 'change', credit, due, creditLeft: 0 })
})

test('a smaller plan is paid from the unused part, and the rest stays as credit', () => {
  const pro: SubscriptionRecord = { ...basic, plan: 'pro', interval: 'year', price: 9590 }
  const quote = quoteCheckout(pro, basicMonth, 0, march(16))
  expect(quote).toMatchObject({ kind: 'change', credit: 4795, due: 0, creditLeft: 4795 - 499 })
})

test('credit from earlier is used after the unused part', () => {
  expect(quoteCheckout(basic, proMonth, 300, march(16))).toMatchObject({
    credit: 249,
    balance: 300,
    due: 450,
  })
  expect(quoteCheckout(basic, proMonth, 2000, march(16))).toMatchObject({
    balance: 750,
    due: 0,
    creditLeft: 1250,
  })
  expect(quoteCheckout(undefined, basicMonth, 100, march(1))).toMatchObject({
    kind: 'new',
    balance: 100,
    due: 399,
  })
})

test('so little that no card can be charged with it is not asked for', () => {
  expect(quoteCheckout(undefined, basicMonth, 450, march(1))).toMatchObject({ due: 0 })
  expect(quoteCheckout(undefined, basicMonth, 449, march(1))).toMatchObject({ due: 50 })
})

test('a plan that one has cannot be bought again, but a cancelled one goes on', () => {
  expect(() => quoteCheckout(basic, basicMonth, 0, march(2))).toThrow('You are already on the Basic plan.')
  const cancelled: SubscriptionRecord = { ...basic, status: 'cancelled', accessUntil: basic.expiresAt }
  expect(quoteCheckout(cancelled, basicMonth, 0, march(2))).toMatchObject({ kind: 'resume', due: 0 })
  expect(quoteCheckout(cancelled, proYear, 0, march(16))).toMatchObject({ kind: 'change', due: 9590 - 249 })
})

test('what was not paid gives no credit, and another card can be used for the same plan', () => {
  const owed: SubscriptionRecord = { ...basic, status: 'past-due' }
  expect(quoteCheckout(owed, basicMonth, 0, march(16))).toMatchObject({ kind: 'change', credit: 0, due: 499 })
})

test('a plan whose time is over counts for nothing', () => {
  const over: SubscriptionRecord = { ...basic, status: 'ended', accessUntil: march(2) }
  expect(quoteCheckout(over, basicMonth, 0, march(16))).toMatchObject({ kind: 'new', due: 499 })
})
