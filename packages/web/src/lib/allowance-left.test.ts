import { expect, test } from 'vitest'
import { allowanceLeft } from './allowance-left.ts'

const today = { used: 3, remaining: 7, total: 10, resetsAt: '2026-03-15T00:00:00.000Z' }
const month = { used: 40, remaining: 260, total: 300, resetsAt: '2026-04-01T00:00:00.000Z' }

test('allowanceLeft: is the remaining allowance of the day', () => {
  expect(allowanceLeft({ today, month, days: [] })).toEqual({
    left: 7,
    total: 10,
    period: 'day',
    resetsAt: '2026-03-15T00:00:00.000Z',
  })
})

test('allowanceLeft: is that of the month when it is lower', () => {
  const almostOver = { ...month, used: 298, remaining: 2 }
  expect(allowanceLeft({ today, month: almostOver, days: [] })).toMatchObject({
    left: 2,
    total: 300,
    period: 'month',
  })
})

test('allowanceLeft: is null without a limit', () => {
  const unlimited = { used: 90, remaining: null, total: null, resetsAt: '2026-03-15T00:00:00.000Z' }
  expect(allowanceLeft({ today: unlimited, month: unlimited, days: [] })).toBeNull()
})
