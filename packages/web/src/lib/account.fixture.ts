/** Test fixtures: an account and its usage. */
import type { User } from '@filesmith/contract/schemas/account'
import type { Usage } from '@filesmith/contract/schemas/usage'

export const mara: User = {
  username: 'mara.holt',
  email: 'mara@lighthouse.example',
  isEmailVerified: true,
  createdAt: '2026-01-04T10:00:00.000Z',
  subscriptionPlan: 'free',
  subscription: { plan: 'free', expiryDate: null },
  usage: { remaining: 260, total: 300 },
}

export const someUsage: Usage = {
  today: { used: 3, remaining: 7, total: 10, resetsAt: '2026-03-15T00:00:00.000Z' },
  month: { used: 40, remaining: 260, total: 300, resetsAt: '2026-04-01T00:00:00.000Z' },
  days: [],
}
