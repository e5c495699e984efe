import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each([
  '/',
  '/profile',
  '/tools/',
  '/profile?section=security',
  '/checkout?planId=2&amount=4.99',
  '/tools/pdf-to-word#options',
])('%s is one of our pages', wanted => {
  expect(ownPath(wanted)).toBe(wanted)
})

test.each([
  null,
  undefined,
  '',
  'profile',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/.//evil.example',
  '/tools//evil.example',
  '/tools/..//evil.example',
  '/\t/evil.example',
  '/profile?a\nb',
  '//[',
  'javascript:alert(1)',
])('%j leads home', wanted => {
  expect(ownPath(wanted)).toBe('/')
})
