import { expect, test } from 'vitest'
import type { SubscriptionRecord } from '../../database/billing-records.ts'
import { quoteCheckout } from './checkouts.ts'

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

test('quoteCheckout: without a plan, the full price is due', () => {
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
  // Nothing unused remains during the grace period.
  { at: new Date(Date.UTC(2026, 3, 2)), credit: 0, due: 999 },
])('quoteCheckout: the unused part of Basic is deducted from Pro on $at', ({ at, credit, due }) => {
  expect(quoteCheckout(basic, proMonth, 0, at)).toMatchObject({ kind: 'change', credit, due, creditLeft: 0 })
})

test('quoteCheckout: a downgrade is paid from the unused part, and the rest becomes credit', () => {
  const pro: SubscriptionRecord = { ...basic, plan: 'pro', interval: 'year', price: 9590 }
  const quote = quoteCheckout(pro, basicMonth, 0, march(16))
  expect(quote).toMatchObject({ kind: 'change', credit: 4795, due: 0, creditLeft: 4795 - 499 })
})

test('quoteCheckout: existing credit is used after the unused part', () => {
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

test('quoteCheckout: an amount below the minimum charge is waived', () => {
  expect(quoteCheckout(undefined, basicMonth, 450, march(1))).toMatchObject({ due: 0 })
  expect(quoteCheckout(undefined, basicMonth, 449, march(1))).toMatchObject({ due: 50 })
})

test('quoteCheckout: refuses the current plan, but resumes a canceled one', () => {
  expect(() => quoteCheckout(basic, basicMonth, 0, march(2))).toThrow('You are already on the Basic plan.')
  const canceled: SubscriptionRecord = { ...basic, status: 'cancelled', accessUntil: basic.expiresAt }
  expect(quoteCheckout(canceled, basicMonth, 0, march(2))).toMatchObject({ kind: 'resume', due: 0 })
  expect(quoteCheckout(canceled, proYear, 0, march(16))).toMatchObject({ kind: 'change', due: 9590 - 249 })
})

test('quoteCheckout: a past-due period gives no credit, and the same plan can be bought with another card', () => {
  const owed: SubscriptionRecord = { ...basic, status: 'past-due' }
  expect(quoteCheckout(owed, basicMonth, 0, march(16))).toMatchObject({ kind: 'change', credit: 0, due: 499 })
})

test('quoteCheckout: an ended plan is ignored', () => {
  const over: SubscriptionRecord = { ...basic, status: 'ended', accessUntil: march(2) }
  expect(quoteCheckout(over, basicMonth, 0, march(16))).toMatchObject({ kind: 'new', due: 499 })
})
