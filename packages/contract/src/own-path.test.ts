import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each([
  '/',
  '/profile',
  '/tools/',
  '/profile?section=security',
  '/checkout?planId=2&amount=4.99',
  '/tools/pdf-to-word#options',
])('ownPath: accepts %s', wanted => {
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
])('ownPath: %j becomes the home page', wanted => {
  expect(ownPath(wanted)).toBe('/')
})
