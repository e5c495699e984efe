/** Words about the allowance: what is left of it, and what to do when nothing is. */

interface AllowanceFigures {
  readonly left: number
  readonly total: number
  readonly period: 'day' | 'month'
}

export const allowanceMessages = {
  conversionsLeft: ({ left, total, period }: AllowanceFigures) =>
    `${left} of ${total} conversions left ${period === 'day' ? 'today' : 'this month'}`,
  unlimited: 'Unlimited conversions',
  allUsed: ({ total, period }: Omit<AllowanceFigures, 'left'>) =>
    `You've used all ${total} of ${period === 'day' ? 'today' : 'this month'}'s conversions.`,
  atTime: (time: string) => `at ${time}`,
  onDay: (day: string) => `on ${day}`,
  back: (when: string) => `You can go on ${when}.`,
  seePlans: 'See plans',
} as const
