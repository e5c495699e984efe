import { expect, test } from 'vitest'
import { isAdPage } from './is-ad-page.ts'

test.each(['/', '/tools', '/tools/pdf', '/help', '/about'])('foreign advertising may stand on %s', path => {
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
])('%s stays free of it', path => {
  expect(isAdPage(path)).toBe(false)
})
