import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPages } from './watch-pages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that takes too long ends the job; each finished one gives the next its time', () => {
  const watch = watchPages(new AbortController().signal, 1000)
  vi.advanceTimersByTime(5000)
  expect(watch.signal.aborted).toBe(false)
  watch.seen()
  vi.advanceTimersByTime(900)
  watch.seen()
  vi.advanceTimersByTime(900)
  expect(watch.hasStalled()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(watch.hasStalled()).toBe(true)
  expect(watch.signal.aborted).toBe(true)
})

test('being cancelled is no stall', () => {
  const abort = new AbortController()
  const watch = watchPages(abort.signal, 1000)
  abort.abort()
  expect(watch.signal.aborted).toBe(true)
  expect(watch.hasStalled()).toBe(false)
})
