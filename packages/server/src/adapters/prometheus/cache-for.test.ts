import { expect, test } from 'vitest'
import { cacheFor } from './expose-installation.ts'

test('remember: concurrent calls share one request, and failures are not cached', async () => {
  let calls = 0
  const load = cacheFor(60_000, async () => {
    calls += 1
    if (calls === 1) throw new Error('unavailable')
    return calls
  })
  const first = await Promise.allSettled([load(), load()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
  expect(await Promise.all([load(), load(), load()])).toEqual([2, 2, 2])
})

test('remember: loads again after the time to live', async () => {
  let calls = 0
  const load = cacheFor(0, async () => ++calls)
  expect([await load(), await load()]).toEqual([1, 2])
})
