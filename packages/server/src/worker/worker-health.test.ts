import { expect, test } from 'vitest'
import { watchWorkerHealth } from './worker-health.ts'

const answering = async () => []
const away = async () => {
  throw new Error('away')
}

function watch(changes: { isAnswered?: boolean; quietMs?: number; storage?: () => Promise<never> } = {}) {
  const turnedMs = performance.now() - (changes.quietMs ?? 0)
  return watchWorkerHealth({
    claimers: [
      { turnedMs: performance.now(), isAnswered: true },
      { turnedMs, isAnswered: changes.isAnswered ?? true },
    ],
    workers: { listEngines: answering },
    storage: { stat: changes.storage ?? (async () => undefined) },
    silenceMs: 90_000,
  })
}

test('a worker whose claims, database and storage answer is ready and alive', async () => {
  const health = watch()
  await expect(health.checkHealth()).resolves.toBeUndefined()
  expect(health.isAlive()).toBe(true)
})

test('one whose queue or storage does not answer is alive and not ready', async () => {
  for (const health of [watch({ isAnswered: false }), watch({ storage: away })]) {
    await expect(health.checkHealth()).rejects.toThrow()
    expect(health.isAlive()).toBe(true)
  }
})

test('one that waits for a silent database is not ready, and alive until it must have given it up', async () => {
  const waiting = watch({ quietMs: 100_000 })
  await expect(waiting.checkHealth()).rejects.toThrow()
  expect(waiting.isAlive()).toBe(true)
  expect(watch({ quietMs: 200_000 }).isAlive()).toBe(false)
})

test('one that stops takes nothing more, and is not killed for it', async () => {
  const health = watch({ quietMs: 200_000 })
  health.stop()
  await expect(health.checkHealth()).rejects.toThrow()
  expect(health.isAlive()).toBe(true)
})
