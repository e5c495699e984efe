import { expect, test } from 'vitest'
import { isAdPage } from './advertising-consent.tsx'

test.each(['/', '/tools', '/tools/pdf', '/help', '/about'])('isAdPage: allows network ads on %s', path => {
  expect(isAdPage(path)).toBe(true)
})

test.each([
  '/sign-in',
  '/reset-password',
  '/verify-email',
  '/profile',
  '/checkout',
  '/premium/plans',
  '/privacy',
  '/no/such/page',
  '/toolshed',
])('isAdPage: excludes %s', path => {
  expect(isAdPage(path)).toBe(false)
})
