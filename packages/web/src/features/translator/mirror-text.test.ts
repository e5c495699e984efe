import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mirrorText } from './mirror-text.ts'
import { createTextStore } from './text-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched() {
  const store = createTextStore()
  const area = document.createElement('textarea')
  let changes = 0
  const append = area.setRangeText.bind(area) as (...args: unknown[]) => void
  area.setRangeText = (...args: unknown[]) => {
    changes += 1
    append(...args)
  }
  return { store, area, stop: mirrorText(store, area), changes: () => changes }
}

test('a thousand pieces of a long text change the field only a few times, and none is lost', () => {
  const { store, area, changes } = watched()
  const piece = 'and so on '.repeat(20)
  for (let count = 0; count < 1000; count += 1) {
    store.append(piece)
    vi.advanceTimersByTime(2)
  }
  vi.runAllTimers()
  expect(area.value).toBe(piece.repeat(1000))
  expect(changes()).toBeGreaterThan(3)
  expect(changes()).toBeLessThan(40)
})

test('the first words are there at once, and so is an emptied field', () => {
  const { store, area } = watched()
  store.append('Buenos')
  expect(area.value).toBe('Buenos')
  store.append(' días')
  expect(area.value).toBe('Buenos')
  store.set('')
  expect(area.value).toBe('')
  vi.runAllTimers()
  expect(area.value).toBe('')
})

test('another text takes the place of the old one at once', () => {
  const { store, area } = watched()
  store.append('Buenos días')
  store.append(', amigo')
  store.set('Good day')
  expect(area.value).toBe('Good day')
  vi.runAllTimers()
  expect(area.value).toBe('Good day')
})

test('what the reader has marked stays marked', () => {
  const { store, area } = watched()
  store.append('Buenos días')
  area.setSelectionRange(0, 6)
  store.append(', amigo')
  vi.runAllTimers()
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, 6])
})

test('nothing is written after the end', () => {
  const { store, area, stop } = watched()
  store.append('Buenos')
  store.append(' días')
  stop()
  vi.runAllTimers()
  expect(area.value).toBe('Buenos')
})
