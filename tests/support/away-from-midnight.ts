/** Lets midnight of UTC pass when it is near, so that a day's allowance does not begin anew inside a test. */
import { setTimeout as delay } from 'node:timers/promises'

const nearMs = 90_000
/** For the hook that waits. */
export const beginsTimeoutMs = nearMs + 60_000
const dayMs = 24 * 60 * 60 * 1000

export async function awayFromMidnight(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs)
  if (leftMs < nearMs) await delay(leftMs + 1000)
}
