import { expect, test } from 'vitest'
import { createRefreshingCache } from './refreshing-cache.ts'

function setUp() {
  let nowMs = 0
  const answers: (string | Error)[] = []
  const failures: unknown[] = []
  let loads = 0
  const cache = createRefreshingCache<string>({
    initial: 'nothing',
    ttlMs: 1000,
    retryMs: 100,
    now: () => nowMs,
    onFailure: error => failures.push(error),
    load: async () => {
      loads += 1
      const answer = answers.shift() ?? 'no answer'
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { cache, answers, failures, pass, loads: () => loads }
}

test('RefreshingCache: serves the cached value and refreshes it in the background after the TTL', async () => {
  const { cache, answers, pass, loads } = setUp()
  answers.push('first', 'second')
  await cache.refresh()
  expect(cache.read()).toBe('first')
  expect(loads()).toBe(1)
  pass(1000)
  expect(cache.read()).toBe('first')
  await cache.refresh()
  expect(cache.read()).toBe('second')
  expect(loads()).toBe(2)
})

test('RefreshingCache: keeps the last value after a failure and retries sooner', async () => {
  const { cache, answers, failures, pass } = setUp()
  answers.push('first', new Error('down'), 'third')
  await cache.refresh()
  pass(1000)
  await cache.refresh()
  expect(cache.read()).toBe('first')
  expect(failures).toHaveLength(1)
  pass(100)
  cache.read()
  await cache.refresh()
  expect(cache.read()).toBe('third')
})

test('RefreshingCache: does not refresh after close', async () => {
  const { cache, answers, pass, loads } = setUp()
  answers.push('first')
  await cache.refresh()
  cache.close()
  pass(5000)
  expect(cache.read()).toBe('first')
  expect(loads()).toBe(1)
})
