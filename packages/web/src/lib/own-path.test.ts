import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each([
  ['/profile', '/profile'],
  ['/profile?section=security', '/profile?section=security'],
  ['/tools/pdf#options', '/tools/pdf#options'],
])('%s is one of our pages', (wanted, path) => {
  expect(ownPath(wanted)).toBe(path)
})

test.each([
  null,
  '',
  'profile',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  'javascript:alert(1)',
])('%j leads home', wanted => {
  expect(ownPath(wanted)).toBe('/')
})
