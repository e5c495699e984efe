import { expect, test } from 'vitest'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { standingOf } from './running-subscription.ts'

const day = (count: number) => new Date(Date.UTC(2026, 0, count))
const found: ProviderSubscription = {
  id: 'sub_1',
  accountId: 'u_1',
  customerId: 'cus_1',
  status: 'active',
  cancelsAtEnd: false,
  paidFrom: day(1),
  paidUntil: day(31),
  endedAt: null,
  invoices: [],
}

test('while it renews, days of grace follow what is paid', () => {
  expect(standingOf(found, 7, day(5))).toMatchObject({
    status: 'active',
    expiresAt: day(31),
    accessUntil: day(38),
  })
})

test('SUB-09 once cancelled, the plan holds to the end of what is paid and not a day longer', () => {
  expect(standingOf({ ...found, cancelsAtEnd: true }, 7, day(5))).toMatchObject({
    status: 'cancelled',
    expiresAt: day(31),
    accessUntil: day(31),
  })
})

test('a failed renewal leaves the days of grace', () => {
  expect(standingOf({ ...found, status: 'past-due' }, 7, day(32))).toMatchObject({
    status: 'past-due',
    accessUntil: day(38),
  })
})

test('what has ended holds no longer, whatever was paid', () => {
  expect(standingOf({ ...found, status: 'ended', endedAt: day(4) }, 7, day(5))).toMatchObject({
    status: 'ended',
    expiresAt: day(4),
    accessUntil: day(4),
  })
})
