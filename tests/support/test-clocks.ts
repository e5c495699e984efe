/**
 * A clock that starts at the next noon UTC, so that no day ends during a test. It is ahead of the clock of the database, so
 * that nothing has expired there.
 */
import type { Clock } from '../../packages/server/src/ports/clock.ts'

const dayMs = 24 * 60 * 60 * 1000
const startedMs = Date.now()
const aheadMs = (Math.ceil(startedMs / dayMs - 0.5) + 0.5) * dayMs - startedMs

export const noonClock: Clock = { now: () => new Date(Date.now() + aheadMs) }
