import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseAdConsent, useAdConsent } from './ad-consent.ts'

const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const consentNow = () => renderHook(useAdConsent).result.current

test.each(['accepted', 'declined'] as const)('a choice is kept: %s', choice => {
  expect(consentNow()).toBeNull()
  act(() => chooseAdConsent(choice))
  expect(consentNow()).toBe(choice)
})

test('after half a year it is asked anew', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01') })
  chooseAdConsent('accepted')
  vi.setSystemTime(Date.now() + 181 * dayMs)
  expect(consentNow()).toBe('accepted')
  vi.setSystemTime(Date.now() + 2 * dayMs)
  expect(consentNow()).toBeNull()
})

test.each(['accepted', 'accepted yesterday', 'perhaps 2026-03-01'])(
  'what we did not write (%s) is no consent',
  stored => {
    localStorage.setItem('filesmith.ad-consent', stored)
    expect(consentNow()).toBeNull()
  },
)

test('a choice in another tab holds here at once', () => {
  const { result } = renderHook(useAdConsent)
  localStorage.setItem('filesmith.ad-consent', `declined ${new Date().toISOString()}`)
  act(() => void window.dispatchEvent(new Event('storage')))
  expect(result.current).toBe('declined')
})

test('a browser that says no for its user counts as one, until they choose themselves', () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true })
  expect(consentNow()).toBe('declined')
  act(() => chooseAdConsent('accepted'))
  expect(consentNow()).toBe('accepted')
})

test('where nothing can be stored a choice lasts for this visit', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  act(() => chooseAdConsent('declined'))
  expect(consentNow()).toBe('declined')
})
