import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const { signal } = new AbortController()

test('Semaphore: runs all work and never exceeds the slot count', async () => {
  const semaphore = createSemaphore(2)
  let [running, most, done] = [0, 0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done += 1
  }
  await Promise.all(Array.from({ length: 7 }, () => semaphore.run(signal, work)))
  expect({ most, done }).toEqual({ most: 2, done: 7 })
})

test('Semaphore: an aborted waiter leaves the queue and a failure releases its slot', async () => {
  const semaphore = createSemaphore(1)
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const abort = new AbortController()
  const running = semaphore.run(signal, () => first)
  const waiting = semaphore.run(abort.signal, async () => 'never')
  const next = semaphore.run(signal, async () => {
    throw new Error('failed')
  })
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  resolve()
  await running
  await expect(next).rejects.toThrow('failed')
  expect(await semaphore.run(signal, async () => 'free')).toBe('free')
})
