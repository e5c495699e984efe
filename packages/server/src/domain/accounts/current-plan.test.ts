import { expect, test } from 'vitest'
import { currentPlan } from './accounts.ts'

const now = new Date('2026-03-10T12:00:00Z')
const account = {
  id: 'u_1',
  username: 'ada',
  email: 'ada@example.org',
  emailVerifiedAt: null,
  passwordHash: null,
  twoStepSecret: null,
  twoStepOnAt: null,
  credentialVersion: 0,
  createdAt: now,
  planStatus: null,
  planPaidUntil: null,
  operatorSince: null,
  groupOperatorSince: null,
  groupPlan: null,
  grantedPlan: null,
  grantedUntil: null,
  suspendedAt: null,
}

test.each([
  ['free', null, 'free'],
  ['basic', null, 'basic'],
  ['pro', new Date('2026-03-10T12:00:01Z'), 'pro'],
  ['pro', now, 'free'],
  ['basic', new Date('2026-01-01'), 'free'],
] as const)('currentPlan: %s until %s is %s now', (chosenPlan, planExpiresAt, plan) => {
  expect(currentPlan({ ...account, chosenPlan, planExpiresAt }, now)).toBe(plan)
})

const later = new Date('2026-03-11')

test.each([
  ['free', 'pro', null, 'pro'],
  ['free', 'basic', later, 'basic'],
  ['free', 'pro', now, 'free'],
  ['basic', 'pro', later, 'pro'],
  ['pro', 'basic', null, 'pro'],
] as const)(
  'currentPlan: paid %s and granted %s until %s give %s',
  (chosenPlan, grantedPlan, grantedUntil, plan) => {
    const granted = { ...account, chosenPlan, planExpiresAt: null, grantedPlan, grantedUntil }
    expect(currentPlan(granted, now)).toBe(plan)
  },
)

test('currentPlan: a granted plan still applies after the paid one expired', () => {
  const granted = { ...account, chosenPlan: 'pro', planExpiresAt: now, grantedPlan: 'basic' } as const
  expect(currentPlan(granted, now)).toBe('basic')
})

test.each([
  ['free', null, 'pro', 'pro'],
  ['basic', null, 'pro', 'pro'],
  // A paid plan stays what it is beside a group.
  ['pro', null, 'basic', 'pro'],
  ['free', 'pro', 'basic', 'pro'],
  ['free', 'basic', 'pro', 'pro'],
] as const)(
  'currentPlan: paid %s, granted %s and %s by group give %s',
  (chosenPlan, grantedPlan, groupPlan, plan) => {
    expect(currentPlan({ ...account, chosenPlan, planExpiresAt: null, grantedPlan, groupPlan }, now)).toBe(
      plan,
    )
  },
)
