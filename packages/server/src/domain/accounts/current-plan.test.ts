import { expect, test } from 'vitest'
import { currentPlan } from './current-plan.ts'

const now = new Date('2026-03-10T12:00:00Z')
const account = {
  id: 'u_1',
  username: 'ada',
  email: 'ada@example.org',
  emailVerifiedAt: null,
  passwordHash: null,
  twoStepSecret: null,
  twoStepOnAt: null,
  operatorSince: null,
  createdAt: now,
  planStatus: null,
  planPaidUntil: null,
}

test.each([
  ['free', null, 'free'],
  ['basic', null, 'basic'],
  ['pro', new Date('2026-03-10T12:00:01Z'), 'pro'],
  ['pro', now, 'free'],
  ['basic', new Date('2026-01-01'), 'free'],
] as const)('%s until %s is %s now', (chosenPlan, planExpiresAt, plan) => {
  expect(currentPlan({ ...account, chosenPlan, planExpiresAt }, now)).toBe(plan)
})
