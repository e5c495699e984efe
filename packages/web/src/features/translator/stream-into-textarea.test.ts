import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamIntoTextarea } from './result-pane.tsx'
import { createTextStore } from './text-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const store = createTextStore()
  const textarea = document.createElement('textarea')
  let changes = 0
  const append = textarea.setRangeText.bind(textarea) as (...args: unknown[]) => void
  textarea.setRangeText = (...args: unknown[]) => {
    changes += 1
    append(...args)
  }
  return { store, textarea, stop: streamIntoTextarea(store, textarea), changes: () => changes }
}

test('streamIntoTextarea: batches 1000 chunks into few updates without losing any', () => {
  const { store, textarea, changes } = setUp()
  const chunk = 'and so on '.repeat(20)
  for (let count = 0; count < 1000; count += 1) {
    store.append(chunk)
    vi.advanceTimersByTime(2)
  }
  vi.runAllTimers()
  expect(textarea.value).toBe(chunk.repeat(1000))
  expect(changes()).toBeGreaterThan(3)
  expect(changes()).toBeLessThan(40)
})

test('streamIntoTextarea: shows the first words and an emptied text immediately', () => {
  const { store, textarea } = setUp()
  store.append('Buenos')
  expect(textarea.value).toBe('Buenos')
  store.append(' días')
  expect(textarea.value).toBe('Buenos')
  store.set('')
  expect(textarea.value).toBe('')
  vi.runAllTimers()
  expect(textarea.value).toBe('')
})

test('streamIntoTextarea: replaces a different text immediately', () => {
  const { store, textarea } = setUp()
  store.append('Buenos días')
  store.append(', amigo')
  store.set('Good day')
  expect(textarea.value).toBe('Good day')
  vi.runAllTimers()
  expect(textarea.value).toBe('Good day')
})

test('streamIntoTextarea: keeps the selection', () => {
  const { store, textarea } = setUp()
  store.append('Buenos días')
  textarea.setSelectionRange(0, 6)
  store.append(', amigo')
  vi.runAllTimers()
  expect([textarea.selectionStart, textarea.selectionEnd]).toEqual([0, 6])
})

test('streamIntoTextarea: writes nothing after it is stopped', () => {
  const { store, textarea, stop } = setUp()
  store.append('Buenos')
  store.append(' días')
  stop()
  vi.runAllTimers()
  expect(textarea.value).toBe('Buenos')
})
