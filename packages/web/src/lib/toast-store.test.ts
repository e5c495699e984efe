import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('TOAST-01 a toast has a title, a description and a variant, default unless said otherwise', () => {
  const store = createToastStore()
  store.show({ title: 'Success!', description: 'Done.' })
  expect(store.current()).toMatchObject({ title: 'Success!', description: 'Done.', variant: 'default' })
  store.show({ title: 'Conversion failed', variant: 'destructive' })
  expect(store.current()).toMatchObject({ title: 'Conversion failed', variant: 'destructive', isOpen: true })
})

test('TOAST-02 a new toast takes the place of the old, and the old one’s end does not touch it', () => {
  const store = createToastStore()
  store.show({ title: 'First' })
  const first = store.current()?.id ?? 0
  store.dismiss(first)
  store.show({ title: 'Second' })
  store.dismiss(first)
  vi.advanceTimersByTime(2_000_000)
  expect(store.current()).toMatchObject({ title: 'Second', isOpen: true })
})

test('TOAST-04 a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  const store = createToastStore()
  const listener = vi.fn()
  store.subscribe(listener)
  store.show({ title: 'Success!' })
  store.dismiss(store.current()?.id ?? 0)
  expect(store.current()).toMatchObject({ isOpen: false })
  vi.advanceTimersByTime(999_999)
  expect(store.current()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(store.current()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(3)
})
