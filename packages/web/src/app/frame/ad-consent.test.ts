import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseAdConsent, useAdConsent } from './advertising-consent.tsx'

const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const currentConsent = () => renderHook(useAdConsent).result.current

test.each(['accepted', 'declined'] as const)('useAdConsent: stores the choice %s', choice => {
  expect(currentConsent()).toBeNull()
  act(() => chooseAdConsent(choice))
  expect(currentConsent()).toBe(choice)
})

test('useAdConsent: expires after half a year', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01') })
  chooseAdConsent('accepted')
  vi.setSystemTime(Date.now() + 181 * dayMs)
  expect(currentConsent()).toBe('accepted')
  vi.setSystemTime(Date.now() + 2 * dayMs)
  expect(currentConsent()).toBeNull()
})

test.each(['accepted', 'accepted yesterday', 'perhaps 2026-03-01'])(
  'useAdConsent: ignores the invalid stored value "%s"',
  stored => {
    localStorage.setItem('filesmith.ad-consent', stored)
    expect(currentConsent()).toBeNull()
  },
)

test('useAdConsent: follows a choice made in another tab', () => {
  const { result } = renderHook(useAdConsent)
  localStorage.setItem('filesmith.ad-consent', `declined ${new Date().toISOString()}`)
  act(() => void window.dispatchEvent(new Event('storage')))
  expect(result.current).toBe('declined')
})

test('useAdConsent: Global Privacy Control counts as declined until the user chooses', () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true })
  expect(currentConsent()).toBe('declined')
  act(() => chooseAdConsent('accepted'))
  expect(currentConsent()).toBe('accepted')
})

test('useAdConsent: keeps the choice in memory when storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  act(() => chooseAdConsent('declined'))
  expect(currentConsent()).toBe('declined')
})
