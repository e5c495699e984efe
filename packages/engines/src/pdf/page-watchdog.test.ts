import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageWatchdog } from './run-with-page-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('PageWatchdog: aborts when a page takes too long and restarts the timer for each page', () => {
  const watchdog = createPageWatchdog(new AbortController().signal, 1000)
  vi.advanceTimersByTime(5000)
  expect(watchdog.signal.aborted).toBe(false)
  watchdog.restart()
  vi.advanceTimersByTime(900)
  watchdog.restart()
  vi.advanceTimersByTime(900)
  expect(watchdog.hasStalled()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(watchdog.hasStalled()).toBe(true)
  expect(watchdog.signal.aborted).toBe(true)
})

test('PageWatchdog: cancellation is not a stall', () => {
  const abort = new AbortController()
  const watchdog = createPageWatchdog(abort.signal, 1000)
  abort.abort()
  expect(watchdog.signal.aborted).toBe(true)
  expect(watchdog.hasStalled()).toBe(false)
})
