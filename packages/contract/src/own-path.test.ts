import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each([
  ['/profile', '/profile'],
  ['/profile?section=security', '/profile?section=security'],
  ['/checkout?planId=2&amount=4.99', '/checkout?planId=2&amount=4.99'],
  ['/tools/pdf#options', '/tools/pdf#options'],
])('%s is one of our pages', (wanted, path) => {
  expect(ownPath(wanted, 'https://files.example.org')).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'profile',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '//[',
  'javascript:alert(1)',
])('%j leads home', wanted => {
  expect(ownPath(wanted, 'https://files.example.org')).toBe('/')
})
