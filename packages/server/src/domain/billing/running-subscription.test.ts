import { expect, test } from 'vitest'
import type { ProviderSubscription } from '../../ports/payment-provider.ts'
import { subscriptionStateOf } from './running-subscription.ts'

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

test('subscriptionStateOf: a renewing subscription has a grace period after the paid one', () => {
  expect(subscriptionStateOf(found, 7, day(5))).toMatchObject({
    status: 'active',
    expiresAt: day(31),
    accessUntil: day(38),
  })
})

test('SUB-09 subscriptionStateOf: a canceled plan ends with the paid period, without grace', () => {
  expect(subscriptionStateOf({ ...found, cancelsAtEnd: true }, 7, day(5))).toMatchObject({
    status: 'cancelled',
    expiresAt: day(31),
    accessUntil: day(31),
  })
})

test('subscriptionStateOf: a failed renewal keeps the grace period', () => {
  expect(subscriptionStateOf({ ...found, status: 'past-due' }, 7, day(32))).toMatchObject({
    status: 'past-due',
    accessUntil: day(38),
  })
})

test('subscriptionStateOf: an ended subscription gives no access, whatever was paid', () => {
  expect(subscriptionStateOf({ ...found, status: 'ended', endedAt: day(4) }, 7, day(5))).toMatchObject({
    status: 'ended',
    expiresAt: day(4),
    accessUntil: day(4),
  })
})
