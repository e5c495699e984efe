import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('TOAST-01 createToastStore: a toast has title, description and variant, by default "default"', () => {
  const store = createToastStore()
  store.show({ title: 'Success!', description: 'Done.' })
  expect(store.current()).toMatchObject({ title: 'Success!', description: 'Done.', variant: 'default' })
  store.show({ title: 'Conversion failed', variant: 'destructive' })
  expect(store.current()).toMatchObject({ title: 'Conversion failed', variant: 'destructive', isOpen: true })
})

test('TOAST-02 createToastStore: a new toast replaces the old one and is not affected by its removal', () => {
  const store = createToastStore()
  store.show({ title: 'First' })
  const first = store.current()?.id ?? 0
  store.dismiss(first)
  store.show({ title: 'Second' })
  store.dismiss(first)
  vi.advanceTimersByTime(2_000_000)
  expect(store.current()).toMatchObject({ title: 'Second', isOpen: true })
})

test('TOAST-04 createToastStore: a dismissed toast closes immediately and is removed after 1,000,000 ms', () => {
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

test('createToastStore: reports once that a toast was closed or replaced', () => {
  const store = createToastStore()
  const onClose = vi.fn()
  store.show({ title: 'First', onClose })
  store.show({ title: 'Second', onClose })
  expect(onClose).toHaveBeenCalledTimes(1)
  store.dismiss(store.current()?.id ?? 0)
  store.show({ title: 'Third' })
  expect(onClose).toHaveBeenCalledTimes(2)
})
