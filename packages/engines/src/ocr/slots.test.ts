import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const { signal } = new AbortController()

test('no more run at once than there are slots, and all run', async () => {
  const slots = createSlots(2)
  let [running, most, done] = [0, 0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done += 1
  }
  await Promise.all(Array.from({ length: 7 }, () => slots.run(signal, work)))
  expect({ most, done }).toEqual({ most: 2, done: 7 })
})

test('who gives up waiting leaves, and a failure frees its slot', async () => {
  const slots = createSlots(1)
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const abort = new AbortController()
  const running = slots.run(signal, () => first)
  const waiting = slots.run(abort.signal, async () => 'never')
  const next = slots.run(signal, async () => {
    throw new Error('failed')
  })
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  resolve()
  await running
  await expect(next).rejects.toThrow('failed')
  expect(await slots.run(signal, async () => 'free')).toBe('free')
})
