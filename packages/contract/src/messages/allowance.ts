/** Texts about the conversion allowance: what is left, and what to do when it is used up. */

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
  back: (when: string) => `Your limit resets ${when}.`,
  seePlans: 'See plans',
} as const
