/** Polls a condition with a deadline, so that tests wait for a state instead of sleeping. */

interface WaitOptions {
  readonly timeoutMs?: number
  readonly intervalMs?: number
}

type Truthy<Value> = Value extends false | '' | 0 | 0n | null | undefined ? never : Value

/** Resolves with the first truthy value. `what` completes the error "timed out waiting for ...". */
export async function waitUntil<Value>(
  what: string,
  condition: () => Value,
  { timeoutMs = 90_000, intervalMs = 50 }: WaitOptions = {},
): Promise<Truthy<Awaited<Value>>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await condition()
    if (value) return value as Truthy<Awaited<Value>>
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`)
    await new Promise(resolve => setTimeout(resolve, intervalMs))
  }
}
