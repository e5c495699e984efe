import { expect, test } from 'vitest'
import type { AllowanceStore } from '../../database/allowance-store.ts'
import { describeMonthUsage, describeUsage } from './allowance.ts'

const now = new Date('2026-03-05T22:00:00Z')
const allowanceLimits = { perDay: { free: 10, basic: 50, pro: null, private: null }, addressPerDay: 100 }

function used(byDay: Record<string, number>, inMonth: number) {
  const allowances: AllowanceStore = {
    async read(_ownerId, since, monthStart) {
      const days = Object.entries(byDay).filter(([day]) => day >= since)
      return { inMonth: monthStart === '2026-03-01' ? inMonth : 0, byDay: new Map(days) }
    },
    removeBefore: async () => 0,
  }
  return { allowances, allowanceLimits, now: () => now }
}

const free = { id: 'u_1', plan: 'free' as const }

test('ALLOW-04 ALLOW-05 describeUsage: reports used, remaining and reset time of day and month', async () => {
  const usage = await describeUsage(used({ '2026-03-05': 3, '2026-03-01': 9 }, 12), free)
  expect(usage.today).toEqual({ used: 3, remaining: 7, total: 10, resetsAt: '2026-03-06T00:00:00.000Z' })
  expect(usage.month).toEqual({ used: 12, remaining: 288, total: 300, resetsAt: '2026-04-01T00:00:00.000Z' })
})

test('describeUsage: lists the last 30 days, oldest first, including days without usage', async () => {
  const { days } = await describeUsage(used({ '2026-03-05': 3, '2026-02-04': 2, '2026-02-03': 7 }, 3), free)
  expect(days).toHaveLength(30)
  expect(days.at(0)).toEqual({ date: '2026-02-04', conversions: 2 })
  expect(days.at(-1)).toEqual({ date: '2026-03-05', conversions: 3 })
  expect(days.map(day => day.conversions).reduce((sum, count) => sum + count)).toBe(5)
})

test('USE-04 ALLOW-04 describeUsage: Pro has neither a total nor a remaining count', async () => {
  const deps = used({ '2026-03-05': 70 }, 2000)
  const pro = { id: 'u_1', plan: 'pro' as const }
  expect(await describeMonthUsage(deps, pro)).toEqual({ remaining: null, total: null })
  expect((await describeUsage(deps, pro)).today).toMatchObject({
    used: 70,
    remaining: null,
    total: null,
  })
})

test('describeMonthUsage: remaining never drops below zero after a downgrade', async () => {
  expect(await describeMonthUsage(used({}, 700), free)).toEqual({ remaining: 0, total: 300 })
})
