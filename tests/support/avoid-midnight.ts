/** Waits until midnight UTC has passed when it is near, so that the daily allowance is not reset during a test. */
import { setTimeout as delay } from 'node:timers/promises'

const nearMs = 90_000
/** Timeout of the hook that calls avoidMidnight. */
export const avoidMidnightTimeoutMs = nearMs + 60_000
const dayMs = 24 * 60 * 60 * 1000

export async function avoidMidnight(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs)
  if (leftMs < nearMs) await delay(leftMs + 1000)
}
