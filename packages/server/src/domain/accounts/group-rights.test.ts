import { expect, test } from 'vitest'
import { rightsOf } from './group-rights.ts'

const rules = {
  plans: new Map([
    ['guests', 'basic'],
    ['staff', 'pro'],
  ] as const),
  operators: new Set(['admins']),
}

test.each([
  [[], null, false],
  [['guests'], 'basic', false],
  // The best plan applies, in any order.
  [['staff', 'guests'], 'pro', false],
  [['guests', 'staff'], 'pro', false],
  [['admins'], null, true],
  [['admins', 'guests'], 'basic', true],
  // Names are compared exactly.
  [['Staff', 'admins ', 'constructor'], null, false],
] as const)('rightsOf: %j gives the plan %s, operator %s', (groups, plan, isOperator) => {
  expect(rightsOf(rules, groups)).toEqual({ plan, isOperator })
})
