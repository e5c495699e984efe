/** Clocks of tests. */
import type { Clock } from '../../packages/server/src/ports/clock.ts'

const dayMs = 24 * 60 * 60 * 1000
const startedMs = Date.now()
const aheadMs = (Math.ceil(startedMs / dayMs - 0.5) + 0.5) * dayMs - startedMs

/**
 * Starts at the next noon UTC, so that no day ends during a test. It is ahead of the clock of the database, so that
 * nothing has expired there.
 */
export const noonClock: Clock = { now: () => new Date(Date.now() + aheadMs) }

/** Does not advance by itself. */
export function settableClock(startsAt: string) {
  let now = new Date(startsAt)
  const clock: Clock = { now: () => now }
  return {
    clock,
    setClock(moment: string) {
      now = new Date(moment)
    },
  }
}
