import { expect, test } from 'vitest'
import { allowanceUsedError, chargeFor } from './allowance.ts'

const limits = { perDay: { free: 10, basic: 50, pro: null, private: null }, addressPerDay: 100 }
const visitor = { owner: { id: 'v_1', plan: 'free' as const }, addressHash: 'somewhere' }
const accountOn = (plan: 'free' | 'basic' | 'pro') => ({
  owner: { id: 'u_1', plan },
  addressHash: 'somewhere',
})
const now = new Date('2026-03-31T19:00:00Z')

test.each([
  ['free', 10, 300],
  ['basic', 50, 1500],
  ['pro', null, null],
] as const)(
  'ALLOW-04 ALLOW-05 chargeFor: %s allows %s per day and %s per month',
  (plan, perDay, perMonth) => {
    expect(chargeFor(limits, accountOn(plan), now)).toEqual({
      day: '2026-03-31',
      perDay,
      perMonth,
      network: null,
    })
  },
)

test('ALLOW-04 ALLOW-10 ALLOW-11 chargeFor: a visitor has the limits of Free and is also counted by network', () => {
  expect(chargeFor(limits, visitor, now)).toEqual({
    day: '2026-03-31',
    perDay: 10,
    perMonth: 300,
    network: { addressHash: 'somewhere', perDay: 100 },
  })
})

test.each([
  ['2026-03-31T23:59:59.999Z', '2026-03-31'],
  ['2026-04-01T00:00:00.000Z', '2026-04-01'],
])('ALLOW-04 chargeFor: at %s the UTC day is %s', (moment, day) => {
  expect(chargeFor(limits, visitor, new Date(moment)).day).toBe(day)
})

test.each([
  [
    'day-full',
    now,
    "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC.",
    5 * 3600,
  ],
  [
    'day-full',
    new Date('2026-03-31T23:48:00Z'),
    "You've used all 10 of today's conversions. Your limit resets in 12 minutes, at midnight UTC.",
    12 * 60,
  ],
  [
    'day-full',
    new Date('2026-03-31T23:59:30Z'),
    "You've used all 10 of today's conversions. Your limit resets in less than a minute, at midnight UTC.",
    30,
  ],
  [
    'month-full',
    new Date('2026-12-20T12:00:00Z'),
    "You've used all 300 of this month's conversions. Your limit resets in 12 days, on the first of the month.",
    11.5 * 24 * 3600,
  ],
  [
    'network-full',
    now,
    "You've used all 100 of today's conversions from your network. Sign in, or wait until it resets in 5 hours, at midnight UTC.",
    5 * 3600,
  ],
] as const)(
  'ALLOW-13 allowanceUsedError: %s at %s states the limit and when it resets',
  (full, at, message, seconds) => {
    const error = allowanceUsedError(full, chargeFor(limits, visitor, at), at)
    expect(error).toMatchObject({ status: 429, message })
    expect(error.params.retryAfterSeconds).toBe(seconds)
  },
)
