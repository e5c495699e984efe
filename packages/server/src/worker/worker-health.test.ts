import { expect, test } from 'vitest'
import { createWorkerHealth } from './worker-health.ts'

const answering = async () => []
const away = async () => {
  throw new Error('away')
}

function watch(
  changes: { isQueueReachable?: boolean; quietMs?: number; storage?: () => Promise<never> } = {},
) {
  const lastPollMs = performance.now() - (changes.quietMs ?? 0)
  return createWorkerHealth({
    loop: { lastPollMs, isQueueReachable: changes.isQueueReachable ?? true },
    workers: { listEngines: answering },
    storage: { stat: changes.storage ?? (async () => undefined) },
    databaseTimeoutMs: 90_000,
  })
}

test('watchWorkerHealth: ready and alive while claims, database and storage succeed', async () => {
  const health = watch()
  await expect(health.checkHealth()).resolves.toBeUndefined()
  expect(health.isAlive()).toBe(true)
})

test('watchWorkerHealth: alive but not ready if the queue or the storage is unreachable', async () => {
  for (const health of [watch({ isQueueReachable: false }), watch({ storage: away })]) {
    await expect(health.checkHealth()).rejects.toThrow()
    expect(health.isAlive()).toBe(true)
  }
})

test('watchWorkerHealth: not ready while the database hangs, and alive until its timeout has passed', async () => {
  const waiting = watch({ quietMs: 100_000 })
  await expect(waiting.checkHealth()).rejects.toThrow()
  expect(waiting.isAlive()).toBe(true)
  expect(watch({ quietMs: 200_000 }).isAlive()).toBe(false)
})

test('watchWorkerHealth: not ready but alive during shutdown', async () => {
  const health = watch({ quietMs: 200_000 })
  health.stop()
  await expect(health.checkHealth()).rejects.toThrow()
  expect(health.isAlive()).toBe(true)
})
